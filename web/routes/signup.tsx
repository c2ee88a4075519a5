import { createFileRoute, useLocation } from '@tanstack/react-router'
import { returnPath } from '#web/features/auth/return-path.ts'
import { SignUpScreen } from '#web/features/auth/sign-up-screen.tsx'

export const Route = createFileRoute('/signup')({ component: SignUpRoute })

function SignUpRoute() {
  const navigate = Route.useNavigate()
  const from = returnPath({ returnTo: undefined, from: useLocation().state.from })
  return (
    <SignUpScreen
      next={from}
      onSignedUp={(email) =>
        void navigate({ to: '/check-email-confirmation', state: { email, from } })
      }
    />
  )
}
