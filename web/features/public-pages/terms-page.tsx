import { Link } from '@tanstack/react-router'
import { BRAND } from '#sync/contract/brand.ts'
import { LegalPage, type LegalSection, SupportLink } from './legal-page.tsx'

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'The agreement',
    content: (
      <p>
        By opening an account or using {BRAND} you accept these terms. If you use it for a company,
        you confirm that you may accept them on its behalf. You must be at least 18 to hold an
        account, and the services are not for children under 13 in any form.
      </p>
    ),
  },
  {
    id: 'service',
    title: 'What we provide',
    content: (
      <p>
        {BRAND} is a directory of healthcare professionals for recruiting and related professional
        outreach. It is not a source of medical advice, it does not recommend anybody, and it is not
        a credentials check: verify licence and identity before you engage a person.
      </p>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts and subscriptions',
    content: (
      <>
        <p>
          Each subscription is for a single user. Credentials may not be shared, resold or used by
          an automated process. Several users of one company need an enterprise agreement, which we
          arrange by email.
        </p>
        <p>
          Plans are billed in advance and renew until ended. You may end a plan at any time; it then
          runs to the end of the paid period. Prices change only for periods that begin after we
          have told you.
        </p>
      </>
    ),
  },
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    content: (
      <>
        <p>You agree not to:</p>
        <ul>
          <li>send messages that break the law on commercial email, calls or texts;</li>
          <li>use the data to decide on credit, insurance, tenancy or a person’s health;</li>
          <li>publish, resell or sublicense the directory, in whole or in part;</li>
          <li>copy it by automated means, or try to defeat the limits set on the service;</li>
          <li>contact again anybody who has asked you to stop.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    content: (
      <p>
        Refunds of the annual plan follow the{' '}
        <Link to="/money-back-guarantee" className="text-accent underline underline-offset-4">
          30-Day Money Back Guarantee
        </Link>
        . Beyond it, and where the law does not say otherwise, payments are not returned.
      </p>
    ),
  },
  {
    id: 'content',
    title: 'Ownership',
    content: (
      <p>
        The software, the arrangement of the directory and the {BRAND} name are ours. Your lists,
        notes and messages are yours; you allow us to store and process them so that the service can
        work for you.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Warranty and liability',
    content: (
      <p>
        We work to keep entries correct and the service available, and provide both as they are. To
        the extent the law allows we are not liable for indirect or consequential loss, and our
        total liability is limited to what you paid us in the twelve months before the claim.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Ending',
    content: (
      <p>
        You may close your account whenever you like. We may suspend or close one that breaks these
        terms, and will say why unless the law forbids it.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Governing law',
    content: (
      <p>
        These terms are governed by the laws of the State of California, without regard to its rules
        on conflict of laws. Disputes belong before the state and federal courts in California.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    content: (
      <p>
        Questions about these terms: <SupportLink />.
      </p>
    ),
  },
]

/** `/terms` */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      lastUpdated="May 13, 2025"
      intro={<p>The rules between you and {BRAND}, kept as short as they can be.</p>}
      sections={SECTIONS}
    />
  )
}
