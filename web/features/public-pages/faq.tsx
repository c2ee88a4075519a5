import { Accordion } from '#web/ui/accordion.tsx'

const QUESTIONS = [
  {
    id: 'who',
    title: 'Who is in the directory?',
    content:
      'Physicians, nurses, nurse practitioners, physician assistants, pharmacists, dentists, therapists, surgeons and other licensed professionals, mainly in the United States, and in Canada.',
  },
  {
    id: 'sources',
    title: 'Where does the information come from?',
    content:
      'From public registries of providers, from licensed business data, and from professionals who send us their own resume. Every entry keeps a note of its source.',
  },
  {
    id: 'fresh',
    title: 'How current are the contacts?',
    content:
      'Email addresses and numbers are checked again and again. Each one shows when it was last checked and where it is from, so you know what you are dialling.',
  },
  {
    id: 'search',
    title: 'What can I search by?',
    content:
      'By name, specialty, city, state, country, title, employer, school and skills, and by the size, revenue and industry of the employer. Values within one filter widen a search, filters together narrow it.',
  },
  {
    id: 'export',
    title: 'Can I take results with me?',
    content:
      'Yes. Select people and export them as CSV, Excel or PDF. Exports are unlimited within a subscription.',
  },
  {
    id: 'team',
    title: 'Can my team share a subscription?',
    content:
      'Each subscription is for a single user. Several people of one company form a team in their account, with a paid seat each. For an enterprise plan, write to us and say how many you are.',
  },
  {
    id: 'removal',
    title: 'I am listed and do not want to be. What can I do?',
    content:
      'Ask us to remove you, by email if you like. Once confirmed, your entry is deleted, and it does not come back with the next import.',
  },
  {
    id: 'refund',
    title: 'What if it is not right for me?',
    content:
      'The annual plan can be returned within 30 days of the first purchase, as long as nothing has been exported. The monthly plan can be ended at any time.',
  },
] as const

/** Eight questions, one open at a time. */
export function Faq() {
  return (
    <section
      aria-labelledby="faq-heading"
      className="page grid gap-8 py-12 md:py-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <h2 id="faq-heading" className="font-serif text-xl md:text-2xl">
        Questions people ask first
      </h2>
      <Accordion items={QUESTIONS} />
    </section>
  )
}
