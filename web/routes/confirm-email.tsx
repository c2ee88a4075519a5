import { createFileRoute, useRouter } from '@tanstack/react-router'
import { ConfirmEmailScreen } from '#web/features/auth/confirm-email-screen.tsx'
import { afterSignIn, returnPath } from '#web/features/auth/return-path.ts'

export const Route = createFileRoute('/confirm-email')({
  validateSearch: ({
    token,
    return_to,
  }: Record<string, unknown>): { token?: string; return_to?: string } => ({
    ...(typeof token === 'string' ? { token } : {}),
    ...(typeof return_to === 'string' ? { return_to } : {}),
  }),
  component: ConfirmEmailRoute,
})

function ConfirmEmailRoute() {
  const router = useRouter()
  const { token, return_to: returnTo } = Route.useSearch()
  const destinations = { returnTo, from: undefined }
  return (
    <ConfirmEmailScreen
      key={token}
      token={token}
      next={returnPath(destinations)}
      // Not back to a link that was used.
      onContinue={() => router.history.replace(afterSignIn(destinations))}
    />
  )
}
