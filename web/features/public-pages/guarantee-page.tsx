import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { LegalPage, type LegalSection, SupportLink } from './legal-page.tsx'

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'who',
    title: 'Who it is for',
    content: (
      <ul>
        <li>The Annual plan only, within 30 days of the initial purchase.</li>
        <li>The Monthly plan is excluded: it can be ended at any time instead.</li>
        <li>Renewals are excluded. The guarantee can be used once per customer.</li>
      </ul>
    ),
  },
  {
    id: 'void',
    title: 'What voids it',
    content: (
      <p>
        Any CSV or mass export. A file that has left the directory cannot be returned, so the
        guarantee ends with the first one. Searching, opening profiles, keeping lists and revealing
        single contacts do not affect it.
      </p>
    ),
  },
  {
    id: 'how',
    title: 'How to ask',
    content: (
      <p>
        Write to <SupportLink /> from the address of your account, within the 30 days. A reason
        helps us, and is not required.
      </p>
    ),
  },
  {
    id: 'when',
    title: 'What happens then',
    content: (
      <ul>
        <li>We review the request within 3 business days and answer by email.</li>
        <li>
          The refund goes to the card or account you paid with, and takes up to 10 business days to
          arrive.
        </li>
        <li>The subscription ends on the day of the refund.</li>
      </ul>
    ),
  },
]

/** `/money-back-guarantee` */
export function GuaranteePage() {
  return (
    <>
      <LegalPage
        title="30-Day Money Back Guarantee"
        intro={
          <p>
            Try the annual plan on real work. If it does not suit you, ask within 30 days and we
            return what you paid.
          </p>
        }
        sections={SECTIONS}
      />
      <div className="page pb-16">
        <Link to="/pricing" className={buttonClass({ variant: 'primary' })}>
          See pricing
        </Link>
      </div>
    </>
  )
}
