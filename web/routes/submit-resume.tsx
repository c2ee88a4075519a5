import { createFileRoute } from '@tanstack/react-router'
import { SubmitResumeScreen } from '#web/features/intake/submit-resume-screen.tsx'

export const Route = createFileRoute('/submit-resume')({ component: SubmitResumeRoute })

function SubmitResumeRoute() {
  const navigate = Route.useNavigate()
  const goOn = () => void navigate({ to: '/success', state: { isSubmitted: true } })
  return <SubmitResumeScreen onSubmitted={goOn} />
}
