import { type ChangeEvent, useState } from 'react'
import { ApiError } from '#web/lib/api-client.ts'
import { useDraft } from '#web/lib/hooks/use-draft.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { refusedFields, submitResume } from './intake-client.ts'
import { RESUME_FAILED, RESUME_FAULTS, sendingProblem } from './intake-messages.ts'
import { NO_EDUCATION } from './resume-education.tsx'
import {
  BLANK_RESUME,
  checkEducation,
  checkResume,
  type ResumeDraft,
  type ResumeErrors,
  resumeOf,
  withEducation,
  withSkill,
} from './resume-rules.ts'

type TextName = Exclude<keyof ResumeDraft, 'education' | 'skills'>

/** Entries that were typed and not added yet. */
const NOTHING_TYPED = { education: NO_EDUCATION, skill: '' }

export type ResumeForm = ReturnType<typeof useResumeForm>

/** A resume while it is written, with what of it the form or the server refuses. */
export function useResumeForm(onSubmitted: () => void) {
  const [draft = BLANK_RESUME, setDraft] = useDraft<ResumeDraft>('resume')
  const [typed = NOTHING_TYPED, setTyped] = useDraft<typeof NOTHING_TYPED>('entries of the resume')
  const [errors, setErrors] = useState<ResumeErrors>({})
  const { failure, isBusy, handleSubmit } = useSubmit(send, ApiError, describe)

  const change = (part: Partial<ResumeDraft>) => setDraft({ ...draft, ...part })

  /** The properties of the text field for a part of the resume. */
  const field = (name: TextName, label: string, maxLength = 100) => ({
    name,
    label,
    maxLength,
    value: draft[name],
    error: name in errors ? errors[name as keyof ResumeErrors] : undefined,
    required: name in RESUME_FAULTS && name !== 'linkedin_url',
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
  })

  async function send() {
    const found = { ...checkResume(draft), ...checkEducation(typed.education) }
    setErrors(found)
    if (Object.keys(found).length > 0) return undefined
    await submitResume({
      ...resumeOf(draft),
      // A complete entry that was typed and not added is submitted as well.
      education: withEducation(draft.education, typed.education),
      skills: withSkill(draft.skills, typed.skill),
    })
    setDraft(undefined)
    setTyped(undefined)
    showToast({ title: 'Resume submitted successfully!', tone: 'ok' })
    onSubmitted()
    return undefined
  }

  function describe(error: ApiError) {
    const refused = Object.entries(RESUME_FAULTS).filter(([name]) =>
      refusedFields(error).includes(name),
    )
    setErrors(Object.fromEntries(refused))
    return refused.length > 0 ? undefined : sendingProblem(error, RESUME_FAILED.description)
  }

  return {
    draft,
    change,
    field,
    errors,
    typedEducation: typed.education,
    setTypedEducation: (education: typeof NO_EDUCATION) =>
      setTyped((now = NOTHING_TYPED) => ({ ...now, education })),
    typedSkill: typed.skill,
    setTypedSkill: (skill: string) => setTyped((now = NOTHING_TYPED) => ({ ...now, skill })),
    failure,
    isBusy,
    handleSubmit,
  }
}
