import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { SpecialtyCount } from '#api/contract/search.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { fetchPublicCounts } from '#web/lib/people/specialty-counts.ts'

/** Shown until the server answers, and where it does not: better old figures than an error. */
const BUILT_IN_COUNTS: readonly SpecialtyCount[] = [
  { specialty: 'Registered Nurse', count: 214_300 },
  { specialty: 'Family Medicine', count: 118_600 },
  { specialty: 'Nurse Practitioner', count: 102_900 },
  { specialty: 'Physical Therapy', count: 96_400 },
  { specialty: 'Internal Medicine', count: 91_700 },
  { specialty: 'Physician Assistant', count: 84_200 },
  { specialty: 'Pharmacist', count: 79_500 },
  { specialty: 'Dentistry', count: 71_800 },
]

const SHOWN = 8

/** The largest specialties with their counts, and a link to all of them. */
export function SpecialtyList() {
  const { value } = useRemote(fetchPublicCounts)
  const counts = value?.length ? value : BUILT_IN_COUNTS
  return (
    <section aria-labelledby="specialties-heading" className="page py-12 md:py-16">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="specialties-heading" className="font-serif text-xl md:text-2xl">
          Start from a specialty
        </h2>
        <Link
          to="/specialties"
          className="hit-area inline-flex items-center gap-1.5 py-2 font-medium text-accent hover:underline"
        >
          All specialties
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
      <ul className="mt-6 grid grid-cols-1 gap-x-10 sm:grid-cols-2 lg:grid-cols-4">
        {counts.slice(0, SHOWN).map(({ specialty, count }) => (
          <li key={specialty} className="border-line border-t">
            <Link
              to="/search"
              search={{ specialty }}
              className="flex h-12 items-center justify-between gap-4 hover:text-accent"
            >
              <span className="truncate">{specialty}</span>
              <span className="text-muted tabular-nums">{count.toLocaleString('en-US')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
