import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#web/features/auth/reset-password-screen.tsx'
import { returnPath } from '#web/features/auth/return-path.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: ({
    token,
    return_to,
  }: Record<string, unknown>): { token?: string; return_to?: string } => ({
    ...(typeof token === 'string' ? { token } : {}),
    ...(typeof return_to === 'string' ? { return_to } : {}),
  }),
  component: ResetPasswordRoute,
})

function ResetPasswordRoute() {
  const navigate = Route.useNavigate()
  const { token, return_to: returnTo } = Route.useSearch()
  const from = returnPath({ returnTo, from: undefined })
  return (
    <ResetPasswordScreen
      token={token}
      onReset={() => void navigate({ to: '/login', state: { from } })}
    />
  )
}
