import { Link } from '@tanstack/react-router'
import type { AdminSubmission, SubmissionMatch } from '#api/contract/admin-submissions.ts'
import type { SubmittedContact, SubmittedField } from '#db/schema/candidate-submissions.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

const FIELDS: Record<SubmittedField, string> = {
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  title: 'Title',
  job_function: 'Function',
  specialty: 'Specialty',
  organization: 'Company',
  city: 'City',
  state: 'State',
  country: 'Country',
  linkedin_url: 'LinkedIn',
  education: 'Education',
  skills: 'Skills',
}

const CONTACTS: Record<SubmittedContact, { label: string; old: string }> = {
  personal_email: { label: 'personal email', old: 'Another personal email is listed.' },
  phone: { label: 'phone', old: 'Another phone is listed.' },
}

type Change = SubmissionMatch['changes'][number]

/** The row below a resume of a listed person: what approving it changes, field by field. */
export function SubmissionChanges({
  submission,
  match,
  contacts,
  onContactsChange,
  onFocus,
}: {
  submission: AdminSubmission
  match: SubmissionMatch
  contacts: readonly SubmittedContact[]
  onContactsChange(contacts: readonly SubmittedContact[]): void
  onFocus(): void
}) {
  const { changes, unchanged } = match
  return (
    <tr className="border-line border-b max-lg:block" onFocus={onFocus}>
      <td className="max-lg:hidden" />
      <td colSpan={5} className="pb-4 max-lg:block max-lg:pl-9 lg:pr-0">
        <div className="flex flex-col gap-3 rounded-sm bg-wash p-3 md:p-4">
          <p>
            {changes.length > 0
              ? 'Approving changes the '
              : 'Approving changes nothing but what is ticked of the '}
            <Link
              to="/physician/$id"
              params={{ id: match.candidate_id }}
              target="_blank"
              className="text-accent hover:underline"
            >
              listed profile
            </Link>
            :
          </p>
          {changes.length > 0 && (
            <dl className="grid gap-x-4 gap-y-2 md:grid-cols-[8rem_1fr]">
              {changes.map(({ field, from, to, items }) => (
                <div key={field} className="contents">
                  <dt className="text-muted max-md:-mb-2">{FIELDS[field]}</dt>
                  <dd className="wrap-anywhere">
                    {items ? <ItemChanges {...items} /> : <ValueChange from={from} to={to} />}
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {unchanged.length > 0 && (
            <p className="text-muted text-sm">
              {`The same: ${unchanged.map((field) => FIELDS[field].replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())).join(', ')}.`}
            </p>
          )}
          {match.contacts.length > 0 && (
            <fieldset className="flex flex-col gap-1">
              <legend className="mb-1 text-muted">
                Contacts stay as they are unless you tick them.
              </legend>
              {match.contacts.map(({ kind, isListed }) => (
                <div key={kind}>
                  <Checkbox
                    label={`${isListed ? 'Replace' : 'Add'} the ${CONTACTS[kind].label}: ${submission[kind]}`}
                    checked={contacts.includes(kind)}
                    onCheckedChange={(isTicked) =>
                      onContactsChange(
                        isTicked ? [...contacts, kind] : contacts.filter((other) => other !== kind),
                      )
                    }
                  />
                  {isListed && <p className="pl-7 text-muted text-sm">{CONTACTS[kind].old}</p>}
                </div>
              ))}
            </fieldset>
          )}
        </div>
      </td>
    </tr>
  )
}

function ValueChange({ from, to }: { from: string | null; to: string }) {
  return (
    <>
      {from && (
        <del className="mr-2 text-muted">
          <span className="sr-only">from </span>
          {from}
        </del>
      )}
      <ins className="no-underline">
        <span className="sr-only">to </span>
        {to}
      </ins>
    </>
  )
}

/** For lists: each removed and added item; unchanged ones are only counted. */
function ItemChanges({ removed, added, kept }: NonNullable<Change['items']>) {
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {removed.map((text) => (
        <li key={text}>
          <del className="text-muted">
            <span className="sr-only">without </span>
            {text}
          </del>
        </li>
      ))}
      {added.map((text) => (
        <li key={text}>
          <ins className="no-underline">+ {text}</ins>
        </li>
      ))}
      {kept > 0 && <li className="text-muted">{kept === 1 ? '1 stays' : `${kept} stay`}</li>}
    </ul>
  )
}
