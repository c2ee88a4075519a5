const FIGURES = [
  { figure: '1.5M+', words: 'professionals with direct contact info' },
  { figure: '500+', words: 'organisations recruit with it' },
  { figure: '4.96/5', words: 'rating by the people who use it' },
  { figure: 'Monthly', words: 'contacts verified' },
] as const

/** The directory in four figures. */
export function Figures() {
  return (
    <dl className="page grid grid-cols-2 gap-x-6 gap-y-8 py-12 md:grid-cols-4 md:py-16">
      {FIGURES.map(({ figure, words }) => (
        <div key={figure} className="flex flex-col-reverse justify-end">
          <dt className="mt-1 max-w-48 text-muted">{words}</dt>
          <dd className="font-serif text-2xl tabular-nums tracking-tight">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
