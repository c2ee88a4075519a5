import { createFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '../features/auth/sign-up-screen.tsx'

export const Route = createFileRoute('/signup')({ component: SignUpRoute })

function SignUpRoute() {
  const navigate = Route.useNavigate()
  return (
    <SignUpScreen
      onSignedUp={(email) => void navigate({ to: '/check-email-confirmation', state: { email } })}
    />
  )
}
