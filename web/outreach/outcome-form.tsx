import { type Outcome, outcomesOf, type TouchKind, WORDS_MAX } from '#db/schema/activities.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { NextChoice } from './next-choice.tsx'
import { tooLong, wordsOf } from './notes.ts'
import type { OutcomeDraft } from './outreach-sheet-store.ts'
import { OUTCOME_WORDS } from './touch-words.ts'

/**
 * What came of a touch: words, after a call the next step, then one press on the outcome.
 * @param audience who reads the words.
 * @param draft the words and the next step so far.
 */
export function OutcomeForm({
  touch,
  audience,
  draft,
  onChange,
  onOutcome,
}: {
  touch: TouchKind
  audience: string | undefined
  draft: OutcomeDraft
  onChange(draft: OutcomeDraft): void
  onOutcome(outcome: Outcome, more: OutcomeDraft): void
}) {
  const words = draft.words ?? ''
  const error = tooLong(words, WORDS_MAX)

  function handleOutcome(outcome: Outcome) {
    if (error) return
    onOutcome(outcome, { words: wordsOf(words), next_on: draft.next_on })
  }

  return (
    <div className="flex flex-col gap-4 short:gap-3">
      <TextArea
        label="Note"
        rows={2}
        // Browsers store form input, past any sign-out.
        autoComplete="off"
        value={words}
        error={error}
        hint={audience}
        onChange={({ target }) => onChange({ ...draft, words: target.value })}
      />
      {/* Of an older touch it would be overtaken by what was done since. */}
      {touch === 'call' && (
        <NextChoice
          value={draft.next_on}
          onChange={(day) => onChange({ ...draft, next_on: day })}
        />
      )}
      <fieldset aria-label="What came of it" className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {outcomesOf(touch).map((outcome) => (
          <Button
            key={outcome}
            className={`h-12 pointer-coarse:h-14 ${outcome === 'asked_to_stop' ? 'text-danger!' : ''}`}
            onClick={() => handleOutcome(outcome)}
          >
            {OUTCOME_WORDS[outcome]}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
