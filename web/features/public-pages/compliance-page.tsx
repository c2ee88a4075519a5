import { Link } from '@tanstack/react-router'
import { BRAND } from '#sync/contract/brand.ts'
import { LegalPage, type LegalSection, SupportLink } from './legal-page.tsx'

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'sources',
    title: 'Lawful sources',
    content: (
      <p>
        We take entries from public registries, from data licensed for this use, and from
        professionals themselves. Each entry records where it came from. We do not buy, collect or
        infer patient data, and {BRAND} holds no protected health information.
      </p>
    ),
  },
  {
    id: 'privacy-laws',
    title: 'Privacy laws',
    content: (
      <ul>
        <li>
          California (CCPA and CPRA) and comparable state laws: the rights to know, correct, delete
          and opt out, for everybody and not only residents.
        </li>
        <li>
          Canada (PIPEDA): professional contact details are used for purposes that relate to a
          person’s work.
        </li>
        <li>
          Data requests are answered within 30 days, by people and not by a form letter. Our{' '}
          <Link to="/privacy" className="text-accent underline underline-offset-4">
            Privacy Policy
          </Link>{' '}
          says what can be asked for.
        </li>
      </ul>
    ),
  },
  {
    id: 'outreach',
    title: 'Outreach laws',
    content: (
      <p>
        Whoever writes or calls is responsible for doing so lawfully: CAN-SPAM and CASL for email,
        the TCPA and do-not-call lists for telephone. Say who you are, mean what the subject line
        says, and stop when asked.
      </p>
    ),
  },
  {
    id: 'removal',
    title: 'Removal that lasts',
    content: (
      <p>
        Somebody who asks to be removed confirms it once by email. The entry is then deleted
        everywhere, the lists of our users included. What stays is a one-way fingerprint, whose only
        use is to refuse the same person in a later import.
      </p>
    ),
  },
  {
    id: 'access',
    title: 'Access and security',
    content: (
      <p>
        Contacts are kept apart from the directory. They are shown to paying subscribers, person by
        person, within limits that stop bulk collection, and each reveal is on record. Traffic is
        encrypted, and staff see what their work needs.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Age',
    content: <p>The services are not for children under 13.</p>,
  },
  {
    id: 'contact',
    title: 'Contact',
    content: (
      <p>
        Reports, requests and questions about compliance: <SupportLink />.
      </p>
    ),
  },
]

/** `/compliance` */
export function CompliancePage() {
  return (
    <LegalPage
      title="Data Compliance"
      lastUpdated="May 13, 2025"
      intro={
        <p>
          A directory of people is only worth having if the people in it are treated fairly. This is
          how {BRAND} goes about it.
        </p>
      }
      sections={SECTIONS}
    />
  )
}
