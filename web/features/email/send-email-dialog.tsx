import { useState } from 'react'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { BODY_MAX, type EmailTemplateRow, SUBJECT_MAX } from '#db/schema/email-templates.ts'
import { type Addressee, emailDialogStore, type MessageText } from '#web/lib/email-dialog-store.ts'
import { COPY_FAILED } from '#web/lib/email-messages.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import {
  bestContact,
  contactAgeWords,
  fullName,
  KIND_WORDS,
} from '#web/lib/people/candidate-facts.ts'
import { keepMessage } from '#web/outreach/kept-message.ts'
import { revealedContacts } from '#web/replica/revealed-contacts.ts'
import { isOwn } from '#web/replica/teams.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { isTooLong, type Message } from './compose-links.ts'
import { MailPrograms } from './mail-programs.tsx'
import { fillPlaceholders, openPlaceholders } from './placeholders.ts'
import { TemplateChoice } from './template-choice.tsx'

const NOTHING_WRITTEN: MessageText = { subject: '', body: '', team: null }

function close() {
  emailDialogStore.person = null
}

/** Writes to the person that a screen has asked for, in the mail program of the user's choice. */
export function SendEmailDialog() {
  const person = useProxyValue(emailDialogStore, (request) => request.person)
  const contacts = useProxyValue(revealedContacts, ({ byPerson }) => byPerson[person?.id ?? ''])
  // Revealed contacts can go meanwhile: they expire after a day, and go with the sign-out.
  return person && contacts && <SendEmail key={person.id} person={person} contacts={contacts} />
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
  const [text, setText] = useState(emailDialogStore.kept ?? NOTHING_WRITTEN)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const message = { to, ...text }
  const address = addresses.find(({ value }) => value === to)

  /** Placeholders are filled in at once, also in pasted text: the message sent is the one shown. */
  function write({ subject, body, team }: MessageText) {
    change({
      subject: fillPlaceholders(subject, person),
      body: fillPlaceholders(body, person),
      team,
    })
  }

  function change(next: MessageText) {
    setText(next)
    keepMessage(person.id, next)
  }

  function handleChoose(template: EmailTemplateRow) {
    const before = { text, chosenId }
    const { id, owner_id, subject, body } = template
    setChosenId(id)
    write({ subject, body, team: isOwn(template) ? null : owner_id })
    if (text.subject + text.body === '') return
    const undo = () => {
      // The dialog is for another person by now, or closed.
      if (emailDialogStore.person !== person) return
      change(before.text)
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
      footer={
        <>
          <Advice message={message} />
          <MailPrograms
            message={message}
            person={{ id: person.id, name: fullName(person), list: person.list }}
          />
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-[14rem_minmax(0,1fr)]">
        <TemplateChoice chosenId={chosenId} onChoose={handleChoose} />
        <div className="flex min-w-0 flex-col gap-4">
          <Select
            label="To"
            value={to}
            onValueChange={setTo}
            options={addresses.map(({ value, kind }) => ({
              value,
              label: `${value} (${KIND_WORDS[kind]})`,
            }))}
            // The age stands below: the field has no room beside the address.
            hint={address && contactAgeWords(address)}
          />
          <TextField
            label="Subject"
            // Browsers store form input, past any sign-out.
            autoComplete="off"
            maxLength={SUBJECT_MAX}
            value={text.subject}
            onChange={(event) => write({ ...text, subject: event.target.value })}
          />
          <TextArea
            label="Message"
            rows={10}
            maxLength={BODY_MAX}
            value={text.body}
            onChange={(event) => write({ ...text, body: event.target.value })}
          />
        </div>
      </div>
    </Dialog>
  )
}

/** Advice before sending, where there is any. */
function Advice({ message }: { message: Message }) {
  const open = openPlaceholders(`${message.subject}\n${message.body}`)
  const isLong = isTooLong(message)
  return (
    <div role="status" className="flex w-full items-center gap-3 text-sm empty:hidden">
      {open.length > 0 && (
        <p className="text-warn">Not known, to be filled in by you: {open.join(', ')}</p>
      )}
      {open.length === 0 && isLong && (
        <>
          <p className="flex-1 text-warn">Too long for some mail programs to take over.</p>
          <Button size="sm" onClick={() => void copy(message.body)}>
            Copy message
          </Button>
        </>
      )}
    </div>
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
