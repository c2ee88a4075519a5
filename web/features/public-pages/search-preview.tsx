import { Search } from 'lucide-react'
import { specialtyGroup } from '#web/lib/people/specialty-group.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { SAMPLE_PEOPLE } from './sample-people.ts'

/** A static search, made of the product's own components and invented people. */
export function SearchPreview() {
  return (
    <section aria-labelledby="preview-heading" className="border-line border-y bg-wash/60">
      <div className="page py-12 md:py-20">
        <h2 id="preview-heading" className="max-w-136 font-serif text-xl md:text-2xl">
          A search reads like a shortlist
        </h2>
        <p className="mt-3 max-w-136 text-md text-muted">
          Who they are, where they work and how to reach them, in one row each. These four are made
          up.
        </p>
        <div className="mt-8 overflow-hidden rounded-md border border-line bg-surface shadow-floating">
          <div className="flex items-center gap-3 border-line border-b px-4 py-3 md:px-6">
            <Search aria-hidden className="size-4 text-muted" />
            <span>hospital</span>
            <span className="ml-auto text-muted text-sm tabular-nums">4 people</span>
          </div>
          <ul>
            {SAMPLE_PEOPLE.map((person) => {
              const hue = specialtyGroup(person.specialty)
              return (
                <li
                  key={person.email}
                  className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 px-4 py-4 not-first:border-line not-first:border-t md:px-6 lg:grid-cols-[auto_minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)]"
                >
                  <Avatar initials={person.initials} hue={hue} />
                  <div className="min-w-0">
                    <p className="font-semibold lg:truncate">{person.name}</p>
                    <p className="text-muted lg:truncate">
                      {person.title}, {person.organization}
                    </p>
                  </div>
                  <div className="col-start-2 flex min-w-0 flex-wrap items-center gap-x-3 lg:col-start-auto lg:block">
                    <Badge hue={hue}>{person.specialty}</Badge>
                    <p className="text-muted text-sm lg:mt-1 lg:truncate">{person.location}</p>
                  </div>
                  <p className="wrap-anywhere col-start-2 lg:col-start-auto lg:truncate lg:text-right">
                    {person.email}
                  </p>
                </li>
              )
            })}
          </ul>
        </div>
      </div>
    </section>
  )
}
