import { BRAND } from '#sync/contract/brand.ts'
import { LegalPage, type LegalSection, SupportLink } from './legal-page.tsx'

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'listed',
    title: 'If you are listed in the directory',
    content: (
      <>
        <p>
          We hold professional facts: name, credentials, specialty, employer, place of work,
          education, skills, and how you can be reached at work or directly. They come from public
          registries of providers, from licensed business data, and from resumes that people submit
          themselves. We hold nothing about your health or your patients.
        </p>
        <p>
          We use them so that recruiters and healthcare organizations can find and contact you about
          professional matters. Contacts are shown one person at a time, to subscribers only.
        </p>
      </>
    ),
  },
  {
    id: 'users',
    title: 'If you use the directory',
    content: (
      <p>
        We hold your email address, your plan, your settings, your lists and saved searches, and a
        record of contacts you revealed and files you exported. Payments are handled by our payment
        provider; card numbers never reach us. Failed searches are logged to mend them.
      </p>
    ),
  },
  {
    id: 'device',
    title: 'What stays on your device',
    content: (
      <p>
        The app keeps your theme, your lists and your unsent changes on your device, so that it
        works without a network. Signing out deletes what belongs to your account. We set no cookies
        for advertising.
      </p>
    ),
  },
  {
    id: 'sharing',
    title: 'Who else sees it',
    content: (
      <p>
        Companies that run our servers, payments and mail, each bound by contract to use the data
        for that work alone; authorities, where the law compels us. We do not sell the personal data
        of the people who use {BRAND}.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    content: (
      <>
        <p>
          You can ask what we hold about you, have it corrected, have it deleted, or object to its
          use. Laws such as the California Consumer Privacy Act give some of these rights; we grant
          them to everybody.
        </p>
        <p>
          Write to <SupportLink />. We reply to every data request within 30 days. A person who asks
          to be removed is deleted from the directory and from the lists of every user, and does not
          return with a later import.
        </p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    content: (
      <p>
        Directory entries as long as their source confirms them. Account data as long as the account
        lives, and after that only what bookkeeping laws require. Deleted lists can be restored for
        30 days and are then gone. What a team owned is deleted 30 days after it was closed, a
        rejected resume 90 days after the decision, and a message to us 365 days after it came.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    content: (
      <p>
        Connections are encrypted. Contacts are stored apart from the directory and read by the two
        functions that need them. A contact you revealed stays on your device for 24 hours,
        encrypted.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    content: (
      <p>
        The services are not for children under 13, and we do not knowingly hold data about them. If
        you believe that we do, tell us and we delete it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    content: (
      <p>
        When this policy changes, the date above changes with it, and users hear of anything that
        matters by email. Questions: <SupportLink />.
      </p>
    ),
  },
]

/** `/privacy` */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      lastUpdated="May 13, 2025"
      intro={
        <p>
          What {BRAND} knows about the people in the directory and the people who use it, why, and
          what you can do about it.
        </p>
      }
      sections={SECTIONS}
    />
  )
}
