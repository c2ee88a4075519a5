import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useSpecialtyCounts } from './use-specialty-counts.ts'

const SHOWN = 8

/** The largest specialties with their counts, and a link to all of them. */
export function SpecialtyList() {
  const counts = useSpecialtyCounts()
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
      <ul className="mt-6 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-4">
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
