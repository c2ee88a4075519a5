import { Plus } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { isBlank } from '#db/schema/invisible.ts'
import { SKILLS_MAX } from '#db/schema/resume-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { withSkill } from './resume-rules.ts'

/** Skills, added one by one. The form holds the text that is not added yet. */
export function ResumeSkills({
  skills,
  typed,
  onSkills,
  onTyped,
}: {
  skills: string[]
  typed: string
  onSkills(skills: string[]): void
  onTyped(typed: string): void
}) {
  const id = useId()
  const isFull = skills.length >= SKILLS_MAX
  const canAdd = !isFull && !isBlank(typed)

  /** The button that was pressed goes away or is disabled: the focus goes to the field. */
  function change(next: string[]) {
    onSkills(next)
    document.getElementById(id)?.focus()
  }

  function add() {
    change(withSkill(skills, typed))
    onTyped('')
  }

  /** Enter adds the skill instead of submitting the form. */
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (canAdd) add()
  }

  return (
    <div className="flex flex-col gap-4">
      {skills.length > 0 && (
        <ul aria-label="Skills" className="flex flex-wrap gap-2 pointer-coarse:gap-3">
          {skills.map((skill) => (
            <li key={skill} className="max-w-full">
              <Chip
                label={skill}
                onRemove={() => change(skills.filter((known) => known !== skill))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-4 md:grid-cols-[1fr_auto] md:items-start">
        <TextField
          id={id}
          label="Skill"
          maxLength={100}
          enterKeyHint="done"
          hint={isFull ? `These are ${SKILLS_MAX}, the most there can be.` : undefined}
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        <Button disabled={!canAdd} onClick={add} className="max-md:self-start md:mt-6.5">
          <Plus aria-hidden />
          Add skill
        </Button>
      </div>
    </div>
  )
}
