import { Ban, CalendarClock, Handshake, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { type Outcome, outcomesOf, WORDS_MAX } from '#db/schema/activities.ts'
import { REASON_MAX } from '#db/schema/do-not-contact.ts'
import { isBlank } from '#db/schema/invisible.ts'
import type { PersonTouches } from '#sync/contract/outreach-queries.ts'
import { presentTexts } from '#web/lib/format.ts'
import { useSingleRun } from '#web/lib/hooks/use-single-run.ts'
import { keepFocus } from '#web/lib/keep-focus.ts'
import { OwnerChoice, useOwnerChoices } from '#web/replica/owner-choice.tsx'
import { isOwn, type Owned, useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useActor, useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { InlineForm } from '#web/ui/inline-form.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { ToggleChips } from '#web/ui/toggle-chips.tsx'
import { addActivity, ownerOfActivity } from './activity-actions.ts'
import { liftDoNotContact, markDoNotContact } from './do-not-contact.ts'
import { useKeptDraft } from './kept-draft.ts'
import { workPlace } from './kept-work.ts'
import { NextChoice } from './next-choice.tsx'
import { tooLong, wordsOf } from './notes.ts'
import type { OutreachPerson } from './outreach-sheet-store.ts'
import { PersonTrail } from './person-trail.tsx'
import { PrivateNote } from './private-note.tsx'
import { TouchLine } from './touch-line.tsx'
import { audienceWords, OUTCOME_WORDS } from './touch-words.ts'
import { useTouches } from './touches.ts'

/** An activity that is being written. */
interface ActivityDraft {
  kind: 'note' | 'meeting' | 'next'
  words: string
  outcome: Outcome | null
  nextOn: string | null
  /** Whose it will be, once that was chosen. */
  owner?: Owned
}

/** A mark that is being written. */
interface StopDraft {
  kind: 'stop'
  reason: string
  until: string
}

const NO_ACTIVITY = { words: '', outcome: null, nextOn: null }
const NO_STOP: StopDraft = { kind: 'stop', reason: '', until: '' }

const isEmpty = (draft: ActivityDraft | StopDraft) =>
  draft.kind === 'stop'
    ? isBlank(draft.reason)
    : isBlank(draft.words) && draft.outcome === null && draft.nextOn === null

/** The team for which something is being written: that of the list, or that was chosen. */
function teamOf({ list }: OutreachPerson, draft: ActivityDraft | StopDraft): string | null {
  const owner = list ?? (draft.kind === 'stop' ? undefined : draft.owner)
  return owner && !isOwn(owner) ? owner.owner_id : null
}

/** What was done with a person and what is next, to read and to write. */
export function PersonOutreach({ person }: { person: OutreachPerson }) {
  const mayWrite = useCan('outreach.write')
  const touches = useTouches(person.id)
  const about = { candidate_id: person.id }
  const note = useLiveQuery('candidates.one', about, { isDeferred: true })
  const trail = useLiveQuery('people.trail', about, { isDeferred: true })
  const [knownOf, setKnownOf] = useState<string>()
  // Once known it stays: a device that looks for more rows would take away what is being written.
  const isNoteKnown = note.rows.length > 0 || note.absence === 'none' || knownOf === person.id
  if (isNoteKnown && knownOf !== person.id) setKnownOf(person.id)
  // Begun on a list, it is of the list's owner, and elsewhere it would be of another.
  const place = workPlace('activity', person.id, person.list?.id)
  const [draft, setDraft, isDraftKnown] = useKeptDraft<ActivityDraft | StopDraft>(place, {
    isEmpty,
    teamOf: (draft) => teamOf(person, draft),
  })
  // At once, or what comes later would push the others away.
  const isRead = isDraftKnown && note.status !== 'loading' && trail.status !== 'loading'
  const [wasPressed, setWasPressed] = useState(false)
  const close = () => setDraft(undefined)
  function open(begun: ActivityDraft | StopDraft) {
    setDraft(begun)
    setWasPressed(true)
  }
  return (
    <div ref={keepFocus} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <TouchLine personId={person.id}>
        {/* Its line is there before that is known. */}
        <p className="min-h-5 text-muted text-sm">{touches && 'Never touched'}</p>
      </TouchLine>
      {!draft && (
        // Their place is kept until it is known that nothing is being written.
        <div className={`flex flex-wrap gap-2 ${isDraftKnown ? '' : 'invisible'}`}>
          {mayWrite && (
            <>
              <Button size="sm" onClick={() => open({ kind: 'note', ...NO_ACTIVITY })}>
                <NotebookPen aria-hidden />
                Note
              </Button>
              <Button size="sm" onClick={() => open({ kind: 'meeting', ...NO_ACTIVITY })}>
                <Handshake aria-hidden />
                Meeting
              </Button>
              <Button size="sm" onClick={() => open({ kind: 'next', ...NO_ACTIVITY })}>
                <CalendarClock aria-hidden />
                Next step
              </Button>
            </>
          )}
          <StopButton touches={touches} onStop={() => open(NO_STOP)} />
        </div>
      )}
      {draft?.kind === 'stop' && (
        <StopForm {...{ person, draft, wasPressed }} onChange={setDraft} onClose={close} />
      )}
      {draft && draft.kind !== 'stop' && (
        <ActivityForm {...{ person, draft, wasPressed }} onChange={setDraft} onClose={close} />
      )}
      {isRead && (
        <>
          {/* Its button's line is there before that is known. */}
          {!isNoteKnown && <div className="h-8" />}
          {isNoteKnown && (
            <PrivateNote key={person.id} person={person} kept={note.rows[0]?.note ?? null} />
          )}
          <PersonTrail person={person} rows={trail.rows} />
        </>
      )}
    </div>
  )
}

function StopButton({ touches, onStop }: { touches: PersonTouches | undefined; onStop(): void }) {
  if (touches && touches.stop_mark !== null) {
    return (
      <Button size="sm" onClick={() => void liftDoNotContact(touches)}>
        May be contacted again
      </Button>
    )
  }
  return (
    <Button size="sm" onClick={onStop}>
      <Ban aria-hidden />
      Do not contact
    </Button>
  )
}

interface DraftFormProps<Draft> {
  person: OutreachPerson
  draft: Draft
  /** Whether a button of this screen opened it: only then it takes the focus. */
  wasPressed: boolean
  onChange(draft: Draft): void
  onClose(): void
}

function ActivityForm({
  person,
  draft,
  wasPressed,
  onChange,
  onClose,
}: DraftFormProps<ActivityDraft>) {
  const { kind, words, outcome, nextOn } = draft
  const teams = useTeams()
  // On a list it is the list's owner.
  const mayChoose = useOwnerChoices('outreach.write').length > 0 && !person.list
  const owner = draft.owner ?? ownerOfActivity(person)
  const accountId = useActor().id ?? ''
  const error = tooLong(words, WORDS_MAX)
  const isEmpty = kind === 'note' ? isBlank(words) : kind === 'next' && nextOn === null
  const { isBusy, run } = useSingleRun()

  async function keep() {
    if (error || isEmpty) return
    const kept = { kind, outcome, words: wordsOf(words), next_on: nextOn, owner }
    if (await addActivity(person, kept)) onClose()
  }

  return (
    <InlineForm
      onCancel={onClose}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        run(keep)
      }}
    >
      <TextArea
        label={kind === 'next' ? 'What is next' : kind === 'meeting' ? 'About the meeting' : 'Note'}
        rows={3}
        autoComplete="off"
        autoFocus={wasPressed}
        value={words}
        error={error}
        hint={presentTexts([
          // Unlike the private note below it.
          'Kept in the history.',
          mayChoose ? null : audienceWords(owner, teams),
        ]).join(' ')}
        onChange={({ target }) => onChange({ ...draft, words: target.value })}
      />
      {kind === 'meeting' && (
        <ToggleChips<Outcome>
          legend="What came of it"
          choices={outcomesOf(kind).map((value) => ({ label: OUTCOME_WORDS[value], value }))}
          value={outcome}
          onChange={(chosen) => onChange({ ...draft, outcome: chosen })}
        />
      )}
      <NextChoice value={nextOn} onChange={(day) => onChange({ ...draft, nextOn: day })} />
      {mayChoose && (
        <OwnerChoice
          label="Who sees it"
          own="Only me"
          action="outreach.write"
          team={owner.owner_id === accountId ? undefined : owner.owner_id}
          onChange={(team) => onChange({ ...draft, owner: { owner_id: team ?? accountId } })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" type="submit" isBusy={isBusy} disabled={isEmpty}>
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </InlineForm>
  )
}

function StopForm({ person, draft, wasPressed, onChange, onClose }: DraftFormProps<StopDraft>) {
  const { reason, until } = draft
  const { isBusy, run } = useSingleRun()

  async function keep() {
    if (isBlank(reason)) return
    if (await markDoNotContact(person, reason.trim(), until || null)) onClose()
  }

  return (
    <InlineForm
      onCancel={onClose}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        run(keep)
      }}
    >
      <TextField
        label="Why not contact them?"
        autoComplete="off"
        autoFocus={wasPressed}
        maxLength={REASON_MAX}
        value={reason}
        onChange={({ target }) => onChange({ ...draft, reason: target.value })}
      />
      <TextField
        label="Until"
        type="date"
        hint="Leave it empty for good."
        value={until}
        onChange={({ target }) => onChange({ ...draft, until: target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          type="submit"
          isBusy={isBusy}
          disabled={isBlank(reason)}
        >
          Do not contact
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </InlineForm>
  )
}
