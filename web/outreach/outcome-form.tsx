import { useState } from 'react'
import { CALL_OUTCOMES, type CallOutcome, WORDS_MAX } from '#db/schema/activities.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { NextChoice } from './next-choice.tsx'
import { tooLong } from './outreach-actions.ts'
import type { OutcomeDraft } from './outreach-request.ts'
import { OUTCOME_WORDS } from './touch-words.ts'

/** What came of a call: words and the next step if there are any, then one press on the outcome. */
export function OutcomeForm({
  draft,
  onOutcome,
}: {
  draft: OutcomeDraft | undefined
  onOutcome(outcome: CallOutcome, more: OutcomeDraft): void
}) {
  const [words, setWords] = useState(draft?.words ?? '')
  const [nextOn, setNextOn] = useState(draft?.next_on ?? null)
  const error = tooLong(words, WORDS_MAX)

  function handleOutcome(outcome: CallOutcome) {
    if (error) return
    onOutcome(outcome, { words: words.trim() || null, next_on: nextOn })
  }

  return (
    <div className="flex flex-col gap-4">
      <TextArea
        label="Note"
        rows={2}
        // Browsers store form input, past any sign-out.
        autoComplete="off"
        value={words}
        error={error}
        onChange={({ target }) => setWords(target.value)}
      />
      <NextChoice value={nextOn} onChange={setNextOn} />
      <fieldset aria-label="What came of it" className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {CALL_OUTCOMES.map((outcome) => (
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
