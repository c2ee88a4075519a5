import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

const AUDIENCES = [
  'Healthcare recruiters',
  'Staffing agencies',
  'Health systems',
  'Hospitals',
  'Pharma and biotech',
  'Digital health',
  'Telehealth',
  'Insurers',
  'Medical affairs',
  'CME',
  'Market research',
  'Public health departments',
  'AI/ML healthcare startups',
] as const

/** The audiences, scrolling by once in 12 s. Pauses on hover, on request, and with reduced motion. */
export function AudienceStrip() {
  const [isPaused, setIsPaused] = useState(false)
  return (
    <section aria-label="Who it is for" className="flex items-center border-line border-y">
      <div className="audience-strip min-w-0 flex-1 overflow-hidden">
        <div className={classNames('audience-track flex w-max py-4', isPaused && 'is-paused')}>
          <AudienceList />
          {/* A copy for an endless loop. */}
          <div aria-hidden className="contents">
            <AudienceList />
          </div>
        </div>
      </div>
      <IconButton
        label={isPaused ? 'Let the strip move' : 'Stop the strip'}
        icon={isPaused ? Play : Pause}
        size="sm"
        className="mx-2 text-muted motion-reduce:hidden"
        onClick={() => setIsPaused(!isPaused)}
      />
    </section>
  )
}

function AudienceList() {
  return (
    <ul className="flex shrink-0">
      {AUDIENCES.map((audience) => (
        <li
          key={audience}
          className="whitespace-nowrap px-6 font-serif text-md text-muted not-first:border-line not-first:border-l"
        >
          {audience}
        </li>
      ))}
    </ul>
  )
}
