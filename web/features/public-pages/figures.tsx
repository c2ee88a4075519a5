import { siteFigure } from '#web/lib/site-values.ts'

const FIGURES = [
  { key: 'figure_contacts', words: 'professionals with direct contact info' },
  { key: 'figure_organisations', words: 'organizations recruit with it' },
  { key: 'figure_rating', words: 'rating by the people who use it' },
  { key: 'figure_verified', words: 'contacts verified' },
] as const

/** The directory in four figures. */
export function Figures() {
  return (
    <dl className="page grid grid-cols-2 gap-x-6 gap-y-8 py-12 md:grid-cols-4 md:py-16">
      {FIGURES.map(({ key, words }) => (
        <div key={key} className="flex flex-col-reverse justify-end">
          <dt className="mt-1 max-w-48 text-balance text-muted">{words}</dt>
          <dd className="font-serif text-2xl tabular-nums tracking-tight">{siteFigure(key)}</dd>
        </div>
      ))}
    </dl>
  )
}
