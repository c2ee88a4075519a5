import { Contact, Copy } from 'lucide-react'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import { contactKindsLine } from '#web/lib/candidate-facts.ts'
import { copyErrorMessage } from '#web/lib/error-messages.ts'
import { phoneUri } from '#web/lib/phone-uri.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { reveal, revealedContacts } from '#web/replica/revealed-contacts.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const VALUE =
  'min-w-0 rounded-[4px] text-sm tabular-nums underline-offset-2 [overflow-wrap:anywhere] hover:underline'

/**
 * A member's contacts: hidden until revealed, then complete, to call or copy. Never stored with a list.
 */
export function MemberContacts({
  personId,
  name,
  kinds,
}: {
  personId: string
  name: string
  /** The kinds of known contacts; undefined where the device does not know them. */
  kinds: readonly ContactKind[] | undefined
}) {
  const contacts = useProxyValue(revealedContacts, ({ byPerson }) => byPerson[personId])
  const isRevealing = useProxyValue(revealedContacts, (state) => personId in state.isRevealing)
  if (!contacts && kinds?.length !== 0) {
    return (
      <div className="flex flex-col items-start gap-1">
        <Button
          size="sm"
          aria-label={`View contact information of ${name}`}
          isBusy={isRevealing}
          onClick={() => void reveal(personId)}
        >
          {!isRevealing && <Contact aria-hidden />}
          View contact
        </Button>
        {kinds && (
          <p className="text-muted text-xs first-letter:uppercase">{contactKindsLine(kinds)}</p>
        )}
      </div>
    )
  }
  if (!contacts || contacts.length === 0)
    return <p className="text-muted text-sm">No contact known</p>
  return (
    <ul className="flex min-w-0 flex-col items-start gap-1">
      {contacts.map(({ kind, value }) => (
        <li key={kind} className="flex max-w-full items-center gap-1">
          {isAddress(value) ? (
            <button
              type="button"
              aria-label={`Copy ${value}`}
              onClick={() => void copy(value)}
              className={`hit-area text-left ${VALUE}`}
            >
              {value}
            </button>
          ) : (
            <>
              <a href={phoneUri(value)} className={`hit-area ${VALUE}`}>
                {value}
              </a>
              <IconButton
                label={`Copy ${value}`}
                tooltip="Copy"
                icon={Copy}
                size="sm"
                className="text-muted"
                onClick={() => void copy(value)}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const isAddress = (value: string) => value.includes('@')

async function copy(value: string): Promise<void> {
  const isEmail = isAddress(value)
  try {
    await navigator.clipboard.writeText(value)
    showToast({ title: isEmail ? 'Email copied' : 'Phone number copied', tone: 'ok' })
  } catch {
    showToast({ ...copyErrorMessage(isEmail ? 'email' : 'phone'), tone: 'danger' })
  }
}
