import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { FormPage } from '#web/ui/form-page.tsx'

/**
 * `/success`: a resume has arrived. The same text for everybody, also for a suppressed person. Opened by
 * its address, nothing was sent in.
 */
export function SuccessScreen({ isSubmitted }: { isSubmitted: boolean }) {
  if (!isSubmitted) {
    return (
      <FormPage
        title="No resume was sent from here"
        intro={
          <p>
            This page follows a resume that was just submitted. If you have sent yours before, its
            mail tells you how it goes on.
          </p>
        }
      >
        <Onward>
          <Link to="/submit-resume" className={buttonClass({ variant: 'primary' })}>
            Submit your resume
          </Link>
          <Link to="/" className={buttonClass()}>
            Return to Homepage
          </Link>
        </Onward>
      </FormPage>
    )
  }
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
      <Onward>
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          Return to Homepage
        </Link>
        <Link to="/specialties" className={buttonClass()}>
          See all specialties
        </Link>
      </Onward>
    </FormPage>
  )
}

function Onward({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2">{children}</div>
}
