import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#web/features/auth/reset-password-screen.tsx'
import { returnPath } from '#web/features/auth/return-path.ts'
import { textParams } from '#web/lib/text-params.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: textParams('token', 'return_to'),
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
