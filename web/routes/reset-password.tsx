import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '../features/auth/reset-password-screen.tsx'

export const Route = createFileRoute('/reset-password')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    typeof token === 'string' ? { token } : {},
  component: ResetPasswordRoute,
})

function ResetPasswordRoute() {
  const navigate = Route.useNavigate()
  return (
    <ResetPasswordScreen
      token={Route.useSearch().token}
      onReset={() => void navigate({ to: '/login' })}
    />
  )
}
