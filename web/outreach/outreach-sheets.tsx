import { useEffect, useState } from 'react'
import type { Outcome as TouchOutcome } from '#db/schema/activities.ts'
import { REASON_MAX } from '#db/schema/do-not-contact.ts'
import { saveFile } from '#web/lib/exports/save-file.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useActor } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { completeTouch, dropCall } from './activity-actions.ts'
import { putOffOutcome } from './begun-call.ts'
import { callElsewhere } from './contact-person.ts'
import { useKeptDraft } from './kept-draft.ts'
import { keepingOutcome, outcomePlace } from './outcome-draft.ts'
import { OutcomeForm } from './outcome-form.tsx'
import {
  closeSheet,
  type OutcomeDraft,
  outreachSheetStore,
  type Sheet,
  showSheet,
} from './outreach-sheet-store.ts'
import { phoneUri } from './phone-uri.ts'
import { audienceWords, stopWords } from './touch-words.ts'
import { useTouches } from './touches.ts'
import { vcard } from './vcard.ts'

/** The sheet that a screen asked for. */
export function OutreachSheets() {
  const sheet = useProxyValue(outreachSheetStore, (store) => store.sheet)
  switch (sheet?.kind) {
    case 'warning':
      return <Warning sheet={sheet} />
    case 'outcome':
      return <Outcome key={sheet.id} sheet={sheet} />
    case 'number':
      return <NumberSheet sheet={sheet} />
    default:
      return null
  }
}

type Of<K extends Sheet['kind']> = Extract<Sheet, { kind: K }>

const CHANNELS = { call: 'Call', text: 'Text', email: 'Email' } as const

function Warning({
  sheet: { person, channel, words, isStopped, proceed },
}: {
  sheet: Of<'warning'>
}) {
  const [reason, setReason] = useState('')

  function handleAnyway() {
    closeSheet()
    void proceed(reason.trim())
  }

  return (
    <Dialog
      isOpen
      size="sm"
      onOpenChange={closeSheet}
      title={isStopped ? `Do not contact ${person.name}` : `${person.name} was just contacted`}
      description={words}
      footer={
        <>
          {!isStopped && <Button onClick={handleAnyway}>{`${CHANNELS[channel]} anyway`}</Button>}
          <Button variant="primary" onClick={closeSheet}>
            Not now
          </Button>
        </>
      }
    >
      {isStopped ? (
        <p className="text-muted">The mark can be lifted in the history of this person.</p>
      ) : (
        <TextField
          label="Why contact them anyway?"
          hint="Kept in the history."
          autoComplete="off"
          maxLength={REASON_MAX}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </Dialog>
  )
}

const TITLES = {
  call: 'Call with',
  email: 'Email to',
  text: 'Text message to',
  meeting: 'Meeting with',
} as const

const NOTHING_WRITTEN: OutcomeDraft = { words: null, next_on: null }

function Outcome({ sheet }: { sheet: Of<'outcome'> }) {
  const [draft, setDraft, isDraftKnown] = useKeptDraft<OutcomeDraft>(
    outcomePlace(sheet),
    keepingOutcome(sheet),
  )
  const isEdited = draft !== undefined
  const isKnown = useOutcomeKnown(sheet)
  const accountId = useActor().id ?? ''
  const audience = audienceWords({ owner_id: sheet.owner ?? accountId }, useTeams())
  useEffect(() => {
    // What was written stays for its author to see, and is refused with the reason.
    if (isKnown && !isEdited) closeSheet()
  }, [isKnown, isEdited])

  async function handleDrop() {
    if (!(await dropCall(sheet))) return
    setDraft(undefined)
    closeSheet()
  }

  /**
   * A call that is not answered for now is on the Due screen, and not asked about at each start; what was
   * written stays for it. A page that is left once the sheet is gone has kept that.
   */
  async function handleClose() {
    if (sheet.touch === 'call') await putOffOutcome(sheet.id)
    if (outreachSheetStore.sheet === sheet) closeSheet()
  }

  /** Closes at once: the next person is called while this outcome is kept. */
  async function handleOutcome(outcome: TouchOutcome, more: OutcomeDraft) {
    closeSheet()
    let isKept = false
    try {
      isKept = await completeTouch(sheet, outcome, more)
    } finally {
      if (isKept) setDraft(undefined)
      else showSheet(sheet)
    }
  }

  if (!isDraftKnown) return null
  return (
    <Dialog
      isOpen
      onOpenChange={() => void handleClose()}
      title={`${TITLES[sheet.touch]} ${sheet.person.name}`}
      description="What came of it?"
      footer={
        sheet.touch === 'call' && (
          <Button variant="ghost" onClick={() => void handleDrop()}>
            I did not call
          </Button>
        )
      }
    >
      <OutcomeForm
        touch={sheet.touch}
        audience={audience}
        draft={draft ?? sheet.before ?? NOTHING_WRITTEN}
        onChange={setDraft}
        onOutcome={(...done) => void handleOutcome(...done)}
      />
    </Dialog>
  )
}

/**
 * Whether the device's rows say what came of a touch: another device may have told, and a device that
 * was away learns of it only after the question.
 */
function useOutcomeKnown({ id, person }: Of<'outcome'>): boolean {
  const { rows, absence } = useLiveQuery('people.trail', { candidate_id: person.id })
  const row = rows.find((row) => row.id === id)
  return absence === 'none' && row !== undefined && (row.value ?? row.redacted_at) !== null
}

/** For a desk: the number on the telephone beside it, and in its contacts. */
function NumberSheet({ sheet: { person, contact } }: { sheet: Of<'number'> }) {
  const { value: number } = contact
  const touches = useTouches(person.id, true)
  // A mark may arrive while the code is shown.
  const stopped = touches && stopWords(touches)

  function handleSave() {
    saveFile(new Blob([vcard(person.name, number)], { type: 'text/vcard' }), 'contact.vcf')
  }

  return (
    <Dialog
      isOpen
      size="sm"
      onOpenChange={closeSheet}
      title={number}
      description={`${person.name}. Point a phone at the code to call.`}
      footer={
        !stopped && (
          <>
            <Button onClick={handleSave}>Save as contact (vCard)</Button>
            <Button variant="primary" onClick={() => void callElsewhere(person, contact)}>
              I am calling
            </Button>
          </>
        )
      }
    >
      {stopped ? (
        <p className="font-medium text-danger">{stopped}</p>
      ) : (
        <div className="flex justify-center">
          <QrCode text={phoneUri(number)} label={`QR code of ${number}`} />
        </div>
      )}
    </Dialog>
  )
}
