import { Sparkles } from 'lucide-react'
import type { FormEvent, KeyboardEvent } from 'react'
import { JOB_DESCRIPTION_MAX, JOB_TITLE_MAX, SIGNATURE_MAX } from '#api/contract/email-draft.ts'
import {
  EMAIL_LENGTHS,
  EMAIL_TONES,
  type EmailTemplateRow,
  POSITION_TYPES,
} from '#db/schema/email-templates.ts'
import { isBlank } from '#db/schema/invisible.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { changeDraft, type Draft } from './email-draft.ts'

/** The job that the e-mail is about, and its tone. */
export function JobForm({
  draft,
  signature,
  isSignatureKnown,
  isKept,
  isBusy,
  onSignatureLeft,
  onGenerate,
}: {
  draft: Draft
  signature: string
  /** Whether the signature in the settings is known: until then it cannot be replaced. */
  isSignatureKnown: boolean
  /** Whether all of the draft is stored on this device. */
  isKept: boolean
  isBusy: boolean
  onSignatureLeft(): void
  onGenerate(): void
}) {
  const { jobTitle, jobDescription, tone, length, positionType } = draft
  const isIncomplete = isBlank(jobTitle) || isBlank(jobDescription)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onGenerate()
  }

  // With its button disabled the form cannot be submitted: Enter then says what is missing.
  function handleKeyDown(event: KeyboardEvent) {
    const isLine = event.target instanceof HTMLInputElement
    if (event.key === 'Enter' && (isLine || event.ctrlKey || event.metaKey)) handleSubmit(event)
  }

  return (
    <form noValidate onSubmit={handleSubmit} onKeyDown={handleKeyDown} className="flex flex-col">
      <header className="mb-4 flex min-h-8 items-center gap-4">
        <h2 className="flex-1 font-semibold text-md">Job Details</h2>
        {isKept && <p className="text-muted text-xs">Kept on this device</p>}
      </header>
      <div className="flex flex-col gap-4">
        <TextField
          label="Job title"
          required
          autoComplete="off"
          maxLength={JOB_TITLE_MAX}
          placeholder="Night nurse, intensive care"
          value={jobTitle}
          onChange={(event) => changeDraft({ jobTitle: event.target.value })}
        />
        <TextArea
          label="Job description"
          required
          rows={6}
          maxLength={JOB_DESCRIPTION_MAX}
          placeholder="Place, shifts, pay, what the position asks for and offers"
          value={jobDescription}
          onChange={(event) => changeDraft({ jobDescription: event.target.value })}
        />
        <div className="grid grid-cols-[3fr_2fr] gap-x-3 gap-y-4">
          <Select
            label="Email tone"
            value={tone}
            onValueChange={(value) => changeDraft({ tone: oneOf(EMAIL_TONES, value) })}
            options={optionsOf(EMAIL_TONES)}
          />
          <Select
            label="Email length"
            value={length}
            onValueChange={(value) => changeDraft({ length: oneOf(EMAIL_LENGTHS, value) })}
            options={optionsOf(EMAIL_LENGTHS)}
          />
          <Select
            label="Position type"
            value={positionType}
            onValueChange={(value) => changeDraft({ positionType: oneOf(POSITION_TYPES, value) })}
            options={optionsOf(POSITION_TYPES)}
            className="col-span-2"
          />
        </div>
        <TextArea
          label="Email signature (optional)"
          rows={2}
          maxLength={SIGNATURE_MAX}
          readOnly={!isSignatureKnown}
          placeholder={isSignatureKnown ? undefined : 'Not known yet'}
          value={signature}
          hint="Put under each email, and kept for the next ones. The AI does not see it."
          onChange={(event) => changeDraft({ signature: event.target.value })}
          onBlur={onSignatureLeft}
        />
        <Button
          type="submit"
          variant="primary"
          disabled={isIncomplete}
          isBusy={isBusy}
          className="w-full"
        >
          {!isBusy && <Sparkles aria-hidden />}
          {isBusy ? 'AI Generating...' : 'Generate'}
        </Button>
      </div>
    </form>
  )
}

type Word = EmailTemplateRow['tone' | 'length' | 'position_type']

/** "per-diem" → "Per-diem". */
function optionsOf(words: readonly Word[]) {
  return words.map((word) => ({ value: word, label: word.charAt(0).toUpperCase() + word.slice(1) }))
}

function oneOf<Value extends Word>(words: readonly [Value, ...Value[]], chosen: string): Value {
  return words.find((word) => word === chosen) ?? words[0]
}
