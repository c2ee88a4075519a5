import type { ReactNode } from 'react'
import { SUPPORT_EMAIL } from '#web/lib/support-address.ts'

export interface LegalSection {
  id: string
  title: string
  content: ReactNode
}

/**
 * A legal text: a table of contents beside it on a desktop, one measure wide, every section linkable.
 */
export function LegalPage({
  title,
  lastUpdated,
  intro,
  sections,
}: {
  title: string
  lastUpdated?: string
  intro: ReactNode
  sections: readonly LegalSection[]
}) {
  return (
    <div className="page grid grid-cols-1 gap-x-16 py-12 md:py-16 lg:grid-cols-[minmax(0,1fr)_14rem]">
      <article className="max-w-160 text-md leading-7">
        <h1 className="font-serif text-2xl tracking-tight md:text-3xl">{title}</h1>
        {lastUpdated && <p className="mt-3 text-base text-muted">Last updated {lastUpdated}</p>}
        <div className="mt-6 space-y-4">{intro}</div>
        {sections.map((section, index) => (
          <section key={section.id} id={section.id} className="mt-10">
            <h2 className="font-semibold text-lg">
              {index + 1}. {section.title}
            </h2>
            <div className="mt-3 space-y-4 [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-5">
              {section.content}
            </div>
          </section>
        ))}
      </article>
      <nav aria-label="Contents" className="hidden lg:block">
        <ol className="sticky top-24 space-y-1 border-line border-l pl-5 text-sm">
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`} className="block py-1 text-muted hover:text-ink">
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  )
}

/** The support address as a mail link. */
export function SupportLink() {
  return (
    <a
      href={`mailto:${SUPPORT_EMAIL}`}
      className="text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
    >
      {SUPPORT_EMAIL}
    </a>
  )
}
