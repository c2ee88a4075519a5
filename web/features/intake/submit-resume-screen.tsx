import { Link } from '@tanstack/react-router'
import { BRAND } from '#sync/contract/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { FormPart } from './form-part.tsx'
import { RESUME_FAILED } from './intake-messages.ts'
import { ResumeEducation } from './resume-education.tsx'
import { PersonFields, PlaceFields, WorkFields } from './resume-fields.tsx'
import { ResumeSkills } from './resume-skills.tsx'
import { useResumeForm } from './use-resume-form.ts'
import { useSpecialtyChoices } from './use-specialty-choices.ts'

/** `/submit-resume`: a professional asks to be listed. `onSubmitted` navigates on. */
export function SubmitResumeScreen({ onSubmitted }: { onSubmitted(): void }) {
  const form = useResumeForm(onSubmitted)
  const { draft, change, failure, isBusy } = form
  const specialties = useSpecialtyChoices()

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
      <form noValidate onSubmit={form.handleSubmit} className="flex flex-col gap-8">
        <FormPart title="You">
          <PersonFields form={form} />
        </FormPart>
        <FormPart title="Your work">
          <WorkFields form={form} specialties={specialties} />
        </FormPart>
        <FormPart title="Where you are">
          <PlaceFields form={form} />
        </FormPart>
        <FormPart title="Education" hint="Optional. A school and a degree, one after another.">
          <ResumeEducation
            entries={draft.education}
            typed={form.typedEducation}
            errors={form.errors}
            onEntries={(education) => change({ education })}
            onTyped={form.setTypedEducation}
          />
        </FormPart>
        <FormPart title="Skills" hint="Optional. One after another.">
          <ResumeSkills
            skills={draft.skills}
            typed={form.typedSkill}
            onSkills={(skills) => change({ skills })}
            onTyped={form.setTypedSkill}
          />
        </FormPart>
        <div className="flex flex-col gap-5 border-line border-t pt-6">
          {failure && <ErrorPanel title={RESUME_FAILED.title}>{failure}</ErrorPanel>}
          <Button
            type="submit"
            variant="primary"
            disabled={specialties.choices === null || isBusy}
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
