import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { FormPage } from '#web/ui/form-page.tsx'

/** `/success`: a resume has arrived. The same text for everybody, also for a suppressed person. */
export function SuccessScreen() {
  return (
    <FormPage
      title="We have received your resume"
      intro={
        <p>
          Thank you. We sent a confirmation mail to your address: open its link within 7 days and
          confirm that the resume is yours. An administrator looks at it then; once it is approved,
          recruiters find you in the search.
        </p>
      }
      elsewhere={
        <>
          Had yourself removed before? Then you stay removed: <Link to="/contact">write to us</Link>{' '}
          to be listed again.
        </>
      }
    >
      <div className="flex flex-wrap gap-2">
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          Return to Homepage
        </Link>
        <Link to="/specialties" className={buttonClass()}>
          See all specialties
        </Link>
      </div>
    </FormPage>
  )
}
