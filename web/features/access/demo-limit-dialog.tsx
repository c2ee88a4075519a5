import { Link } from '@tanstack/react-router'
import { demoLimit } from '#web/session/demo-limit.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

function close() {
  demoLimit.isOpen = false
}

/** Lists what a demo account cannot do; closing it leaves the screen unchanged. */
export function DemoLimitDialog() {
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      size="sm"
      title="Demo Account Limitation"
      description="This feature is disabled in demo mode"
      footer={
        <>
          <Link to="/pricing" onClick={close} className={buttonClass({ variant: 'primary' })}>
            See plans
          </Link>
          <Button onClick={close}>Got it</Button>
        </>
      }
    >
      <p>
        A demo account can search and look at profiles. Creating and saving lists, exporting, and
        contact information come with a plan.
      </p>
    </Dialog>
  )
}
