import { createFileRoute, useLocation } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '#web/features/auth/forgot-password-screen.tsx'
import { returnPath } from '#web/features/auth/return-path.ts'

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordRoute })

function ForgotPasswordRoute() {
  const { from } = useLocation().state
  return <ForgotPasswordScreen next={returnPath({ returnTo: undefined, from })} />
}
