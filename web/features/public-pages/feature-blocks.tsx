import {
  FileSpreadsheet,
  Layers,
  ShieldCheck,
  SlidersHorizontal,
  Infinity as Unlimited,
  WifiOff,
} from 'lucide-react'

const FEATURES = [
  {
    icon: Unlimited,
    title: 'Unlimited search and export',
    text: 'One price, no credits to count. Look as often as the role needs it.',
  },
  {
    icon: Layers,
    title: '30+ specialties',
    text: 'Physicians, nurses, pharmacists, dentists, therapists, surgeons and the people who run the place.',
  },
  {
    icon: SlidersHorizontal,
    title: '12+ filters',
    text: 'Specialty, city, state, title, employer, school, skills, company size and more, in any combination.',
  },
  {
    icon: FileSpreadsheet,
    title: 'CSV, Excel and PDF',
    text: 'Take a shortlist into your own tools, with the columns you choose.',
  },
  {
    icon: ShieldCheck,
    title: '30-day money back guarantee',
    text: 'On the annual plan. Ask within 30 days of the first purchase if it does not suit you.',
  },
  {
    icon: WifiOff,
    title: 'Made for the road',
    text: 'Install it on your phone. It opens in a moment, on a weak signal too.',
  },
] as const

/** The subscription's features, in six short blocks. */
export function FeatureBlocks() {
  return (
    <section aria-labelledby="features-heading" className="page py-12 md:py-16">
      <h2 id="features-heading" className="max-w-136 font-serif text-xl md:text-2xl">
        Everything a recruiter opens twelve tabs for
      </h2>
      <ul className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(({ icon: Icon, title, text }) => (
          <li key={title} className="border-line border-t pt-5">
            <Icon aria-hidden className="size-5 text-accent" strokeWidth={1.75} />
            <h3 className="mt-3 font-semibold text-md">{title}</h3>
            <p className="mt-1 max-w-80 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
