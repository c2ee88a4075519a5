import { type ReactNode, useState } from 'react'
import type { RevealedContact } from '../../../db/schema/contact-reveal.ts'
import { BODY_MAX, type EmailTemplateRow, SUBJECT_MAX } from '../../../db/schema/email-templates.ts'
import { bestContact, contactFreshness, fullName } from '../../lib/candidate-facts.ts'
import { COPY_FAILED } from '../../lib/email-messages.ts'
import { type Addressee, emailRequest } from '../../lib/email-request.ts'
import { revealedContacts } from '../../lib/revealed-contacts.ts'
import { useProxyValue } from '../../lib/use-proxy-value.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { isTooLong, type Message, mailtoLink, WEBMAILS, webmailLink } from './compose-links.ts'
import { fillPlaceholders, openPlaceholders } from './placeholders.ts'
import { TemplateChoice } from './template-choice.tsx'

function close() {
  emailRequest.person = null
}

/** Writes to the person some screen wants written to, in whichever mail program they choose. */
export function SendEmailDialog() {
  const person = useProxyValue(emailRequest, (request) => request.person)
  const contacts = useProxyValue(revealedContacts, ({ byPerson }) => byPerson[person?.id ?? ''])
  // What was revealed can go meanwhile: its day is over, or somebody signed out.
  return person && contacts && <SendEmail person={person} contacts={contacts} />
}

function SendEmail({
  person,
  contacts,
}: {
  person: Addressee
  contacts: readonly RevealedContact[]
}) {
  const addresses = contacts.filter(({ value }) => value.includes('@'))
  const [to, setTo] = useState(bestContact(contacts, 'email')?.value ?? '')
  const [text, setText] = useState({ subject: '', body: '' })
  const [chosenId, setChosenId] = useState<string | null>(null)
  const message = { to, ...text }

  function handleChoose(template: EmailTemplateRow) {
    const before = { text, chosenId }
    setChosenId(template.id)
    setText({
      subject: fillPlaceholders(template.subject, person),
      body: fillPlaceholders(template.body, person),
    })
    if (text.subject + text.body === '') return
    const undo = () => {
      setText(before.text)
      setChosenId(before.chosenId)
    }
    showToast({ title: 'Template Loaded', tone: 'ok', action: { label: 'Undo', onPress: undo } })
  }

  return (
    <Dialog
      isOpen
      onOpenChange={close}
      size="lg"
      title="Send Email"
      description={`To ${fullName(person)}`}
      footer={<ComposeLinks message={message} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-[14rem_minmax(0,1fr)]">
        <TemplateChoice chosenId={chosenId} onChoose={handleChoose} />
        <div className="flex min-w-0 flex-col gap-4">
          <Select
            label="To"
            value={to}
            onValueChange={setTo}
            options={addresses.map((contact) => ({
              value: contact.value,
              label: `${contact.value} (${contactFreshness(contact)})`,
            }))}
          />
          <TextField
            label="Subject"
            // The browser keeps what is typed into forms, past any sign-out.
            autoComplete="off"
            maxLength={SUBJECT_MAX}
            value={text.subject}
            onChange={(event) => setText({ ...text, subject: event.target.value })}
          />
          <TextArea
            label="Message"
            rows={10}
            maxLength={BODY_MAX}
            value={text.body}
            hint={<Advice message={message} />}
            onChange={(event) => setText({ ...text, body: event.target.value })}
          />
        </div>
      </div>
    </Dialog>
  )
}

/** What to see to before it is sent, where there is something. */
function Advice({ message }: { message: Message }): ReactNode {
  const open = openPlaceholders(`${message.subject}\n${message.body}`)
  if (open.length > 0) return `Not known, to be filled in by you: ${open.join(', ')}`
  if (!isTooLong(message)) return null
  return (
    <>
      Too long for some mail programs to take over.{' '}
      <Button size="sm" onClick={() => void copy(message.body)}>
        Copy the message
      </Button>
    </>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ title: 'Copied!', tone: 'ok' })
  } catch {
    showToast({ ...COPY_FAILED, tone: 'danger' })
  }
}

/** The ways out. No referrer: nobody learns whose mail was written from where. */
function ComposeLinks({ message }: { message: Message }) {
  const look = buttonClass()
  return (
    <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:justify-end">
      {WEBMAILS.map((webmail) => (
        <a
          key={webmail}
          href={webmailLink(webmail, message)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open in ${webmail}`}
          className={look}
        >
          {webmail}
        </a>
      ))}
      <a
        href={mailtoLink(message)}
        rel="noreferrer"
        aria-label="Open in your mail app"
        className={buttonClass({ variant: 'primary' })}
      >
        Mail app
      </a>
    </div>
  )
}
