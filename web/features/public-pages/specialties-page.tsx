import { Link } from '@tanstack/react-router'
import { groupByLetter, SPECIALTIES } from './specialties.ts'

const GROUPS = groupByLetter(SPECIALTIES)

/** `/specialties`: every specialty by letter, each a link to its search. */
export function SpecialtiesPage() {
  return (
    <div className="page py-12 md:py-16">
      <h1 className="font-serif text-2xl tracking-tight md:text-3xl">Specialties</h1>
      <p className="mt-3 max-w-136 text-md text-muted">
        {SPECIALTIES.length} specialties. Choose one to see everybody who practises it.
      </p>
      <nav
        aria-label="Letters"
        className="sticky top-(--top-bar-height) z-10 -mx-(--gutter) mt-6 flex gap-0.5 overflow-x-auto border-line border-b px-1 py-1.5 bg-paper md:mx-0 md:-ml-3 md:px-0"
      >
        {GROUPS.map(({ letter }) => (
          <a
            key={letter}
            href={`#letter-${letter}`}
            className="grid size-9 shrink-0 place-items-center rounded-sm font-medium text-muted hover:bg-wash hover:text-ink pointer-coarse:size-11"
          >
            {letter}
          </a>
        ))}
      </nav>
      <div>
        {GROUPS.map(({ letter, names }) => (
          <section
            key={letter}
            id={`letter-${letter}`}
            aria-labelledby={`heading-${letter}`}
            className="grid scroll-mt-28 gap-x-10 border-line py-6 not-first:border-t md:grid-cols-[4rem_minmax(0,1fr)]"
          >
            <h2 id={`heading-${letter}`} className="font-serif text-accent text-xl">
              {letter}
            </h2>
            <ul className="mt-1 grid gap-x-10 md:-mt-0.5 sm:grid-cols-2 lg:grid-cols-3">
              {names.map((name) => (
                <li key={name}>
                  <Link
                    to="/search"
                    search={{ specialty: name }}
                    className="flex min-h-9 items-center text-md hover:text-accent hover:underline pointer-coarse:min-h-11"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
