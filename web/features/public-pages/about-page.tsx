import { BRAND } from '#sync/contract/brand.ts'
import { Closing } from './closing.tsx'

const DIFFERENCES = [
  {
    title: 'Direct contacts, not switchboards',
    text: 'We look for the address and the number a person answers: personal email, work email, mobile, direct line. Each says when it was last checked, and where it is from.',
  },
  {
    title: 'A search as exact as your brief',
    text: '37 search parameters over 18 medical specialties and the professions around them. Totals are exact, every page can be opened, and an answer takes milliseconds.',
  },
  {
    title: 'Fair to the people listed',
    text: 'Anybody can see what we hold, correct it, or have it removed for good. A contact is shown one person at a time, to subscribers alone, and each time is on record.',
  },
] as const

/** `/about`: the mission and the directory's strengths. */
export function AboutPage() {
  return (
    <>
      <div className="page py-12 md:py-20">
        <h1 className="max-w-160 font-serif text-2xl tracking-tight md:text-3xl">
          Care waits on people. We shorten the wait.
        </h1>
        <div className="mt-6 max-w-160 space-y-4 text-md text-muted md:leading-7">
          <p>
            An open post on a ward is a shift somebody else works twice. Filling it starts with a
            plain question: who does this work, near here, and how do I reach them? The answer is
            spread over registries, staff pages and old spreadsheets.
          </p>
          <p>
            Our mission is to put that answer in one place. {BRAND} gathers what is publicly known
            about healthcare professionals in the United States and Canada, checks how they can be
            reached, and makes it searchable in the time it takes to type.
          </p>
        </div>
      </div>
      <section aria-labelledby="differences-heading" className="border-line border-y bg-wash/60">
        <div className="page py-12 md:py-20">
          <h2 id="differences-heading" className="font-serif text-xl md:text-2xl">
            Three things we do differently
          </h2>
          <ol className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-3">
            {DIFFERENCES.map(({ title, text }, index) => (
              <li key={title} className="border-line-strong/50 border-t pt-5">
                <p aria-hidden className="font-serif text-lg text-accent">
                  {index + 1}
                </p>
                <h3 className="mt-2 font-semibold text-md">{title}</h3>
                <p className="mt-1 max-w-88 text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <Closing />
    </>
  )
}
