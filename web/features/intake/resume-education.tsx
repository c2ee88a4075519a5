import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { EDUCATION_MAX } from '#db/schema/resume-limits.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type EducationPair, withEducation } from './resume-rules.ts'

export const NO_EDUCATION: EducationPair = { school: '', degree: '' }

/** Schools and degrees, added one by one. The form holds the entry that is not added yet. */
export function ResumeEducation({
  entries,
  typed,
  errors,
  onEntries,
  onTyped,
}: {
  entries: EducationPair[]
  typed: EducationPair
  errors: Partial<EducationPair>
  onEntries(entries: EducationPair[]): void
  onTyped(typed: EducationPair): void
}) {
  const schoolId = useId()
  const isFull = entries.length >= EDUCATION_MAX

  /** The button that was pressed goes away or is disabled: the focus goes to the first field. */
  function change(next: EducationPair[]) {
    onEntries(next)
    document.getElementById(schoolId)?.focus()
  }

  function add() {
    const next = withEducation(entries, typed)
    if (next === entries) return
    change(next)
    onTyped(NO_EDUCATION)
  }

  /** Enter adds the entry instead of submitting the form. */
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }

  return (
    <div className="flex flex-col gap-4">
      {entries.length > 0 && (
        <ul aria-label="Education" className="border-line border-t">
          {entries.map((entry, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same school and degree may come twice
              key={`${index} ${entry.school}`}
              className="flex min-h-12 items-center gap-3 border-line border-b py-1"
            >
              <span className="min-w-0 flex-1 break-words">
                {entry.school}, <span className="text-muted">{entry.degree}</span>
              </span>
              <IconButton
                label={`Remove ${entry.school}, ${entry.degree}`}
                icon={X}
                onClick={() => change(entries.filter((_, place) => place !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-4 md:grid-cols-[1fr_1fr_auto] md:items-start">
        <TextField
          id={schoolId}
          label="School"
          maxLength={200}
          enterKeyHint="done"
          hint={isFull ? `These are ${EDUCATION_MAX}, the most there can be.` : undefined}
          error={errors.school}
          value={typed.school}
          onChange={(event) => onTyped({ ...typed, school: event.target.value })}
          onKeyDown={handleKeyDown}
        />
        <TextField
          label="Degree"
          maxLength={200}
          enterKeyHint="done"
          error={errors.degree}
          value={typed.degree}
          onChange={(event) => onTyped({ ...typed, degree: event.target.value })}
          onKeyDown={handleKeyDown}
        />
        <Button
          disabled={withEducation(entries, typed) === entries}
          onClick={add}
          className="max-md:self-start md:mt-6.5"
        >
          <Plus aria-hidden />
          Add education
        </Button>
      </div>
    </div>
  )
}
