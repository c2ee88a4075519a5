import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { BRAND } from '#sync/contract/brand.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { FormPart } from './form-part.tsx'
import { refusedFields, submitResume } from './intake-client.ts'
import { RESUME_FAILED, RESUME_FAULTS, SPECIALTIES_FAILED } from './intake-messages.ts'
import { NO_EDUCATION, ResumeEducation } from './resume-education.tsx'
import {
  BLANK_RESUME,
  checkResume,
  OTHER,
  type ResumeDraft,
  type ResumeErrors,
  resumeOf,
  withEducation,
  withSkill,
} from './resume-rules.ts'
import { ResumeSkills } from './resume-skills.tsx'
import { useSpecialtyChoices } from './use-specialty-choices.ts'

const PAIR = 'grid gap-5 md:grid-cols-2'

type TextName = Exclude<keyof ResumeDraft, 'education' | 'skills'>

/** `/submit-resume`: a professional asks to be listed. `onSubmitted` navigates on. */
export function SubmitResumeScreen({ onSubmitted }: { onSubmitted(): void }) {
  const [draft, setDraft] = useState(BLANK_RESUME)
  const [typedEducation, setTypedEducation] = useState(NO_EDUCATION)
  const [typedSkill, setTypedSkill] = useState('')
  const [errors, setErrors] = useState<ResumeErrors>({})
  const { choices, hasFailed } = useSpecialtyChoices()
  const { failure, isBusy, handleSubmit } = useSubmit(send, ApiError, describe)
  const isOther = draft.specialty === OTHER

  const change = (part: Partial<ResumeDraft>) => setDraft({ ...draft, ...part })
  const field = (name: TextName, label: string, maxLength = 100) => ({
    name,
    label,
    maxLength,
    value: draft[name],
    error: name in errors ? errors[name as keyof ResumeErrors] : undefined,
    required: name in RESUME_FAULTS && name !== 'linkedin_url',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })

  async function send() {
    const found = checkResume(draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return undefined
    await submitResume({
      ...resumeOf(draft),
      // A complete entry that was typed and not added is submitted as well.
      education: withEducation(draft.education, typedEducation),
      skills: withSkill(draft.skills, typedSkill),
    })
    showToast({ title: 'Resume submitted successfully!', tone: 'ok' })
    onSubmitted()
    return undefined
  }

  function describe(error: ApiError) {
    const refused = Object.entries(RESUME_FAULTS).filter(([name]) =>
      refusedFields(error).includes(name),
    )
    setErrors(Object.fromEntries(refused))
    return refused.length > 0 ? undefined : RESUME_FAILED.description
  }

  return (
    <FormPage
      isWide
      title="Submit your resume"
      intro={
        <p>
          Let recruiters find you in {BRAND}. You confirm your address by mail, and we look at each
          resume before it is listed. Your address and phone are shown to subscribers alone, one
          person at a time.
        </p>
      }
      elsewhere={
        <>
          You can be taken out at any time: <Link to="/remove-info">Remove My Information</Link>
        </>
      }
    >
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-8">
        <FormPart title="You">
          <div className={PAIR}>
            <TextField {...field('first_name', 'First name')} autoComplete="given-name" />
            <TextField
              {...field('middle_name', 'Middle name')}
              hint="Optional."
              autoComplete="additional-name"
            />
            <TextField {...field('last_name', 'Last name')} autoComplete="family-name" />
            <TextField
              {...field('personal_email', 'Personal email', 254)}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
            />
            <TextField
              {...field('phone', 'Phone', 40)}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
            />
            <TextField
              {...field('linkedin_url', 'LinkedIn URL', 300)}
              hint="Optional."
              inputMode="url"
              autoComplete="url"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
        </FormPart>
        <FormPart title="Your work">
          <div className={PAIR}>
            <TextField
              {...field('title', 'Physician title', 200)}
              placeholder="Attending Physician"
              autoComplete="organization-title"
            />
            <TextField
              {...field('organization', 'Company name', 200)}
              autoComplete="organization"
            />
            <Select
              label="Specialty"
              value={draft.specialty}
              error={isOther ? undefined : errors.specialty}
              hint={hasFailed ? SPECIALTIES_FAILED : undefined}
              isDisabled={choices === null}
              options={[
                { value: '', label: choices ? 'Choose a specialty' : 'Loading specialties…' },
                ...[...(choices ?? []), OTHER].map((value) => ({ value, label: value })),
              ]}
              onValueChange={(specialty) => change({ specialty })}
            />
            {isOther && (
              <TextField
                {...field('other_specialty', 'Other specialty')}
                required
                error={errors.specialty}
              />
            )}
          </div>
        </FormPart>
        <FormPart title="Where you are">
          <div className="grid gap-5 md:grid-cols-3">
            <TextField {...field('city', 'City')} autoComplete="address-level2" />
            <TextField {...field('state', 'State')} autoComplete="address-level1" />
            <TextField {...field('country', 'Country')} autoComplete="country-name" />
          </div>
        </FormPart>
        <FormPart title="Education" hint="Optional. A school and a degree, one after another.">
          <ResumeEducation
            entries={draft.education}
            typed={typedEducation}
            onEntries={(education) => change({ education })}
            onTyped={setTypedEducation}
          />
        </FormPart>
        <FormPart title="Skills" hint="Optional. One after another.">
          <ResumeSkills
            skills={draft.skills}
            typed={typedSkill}
            onSkills={(skills) => change({ skills })}
            onTyped={setTypedSkill}
          />
        </FormPart>
        <div className="flex flex-col gap-5 border-line border-t pt-6">
          {failure && <ErrorPanel title={RESUME_FAILED.title}>{failure}</ErrorPanel>}
          <Button
            type="submit"
            variant="primary"
            disabled={choices === null || isBusy}
            isBusy={isBusy}
            className="md:self-start"
          >
            Submit resume
          </Button>
        </div>
      </form>
    </FormPage>
  )
}
