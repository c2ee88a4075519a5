import { createFileRoute, useRouter } from '@tanstack/react-router'
import { ConfirmEmailScreen } from '#web/features/auth/confirm-email-screen.tsx'
import { afterSignIn, returnPath } from '#web/features/auth/return-path.ts'
import { textParams } from '#web/lib/text-params.ts'

export const Route = createFileRoute('/confirm-email')({
  validateSearch: textParams('token', 'return_to'),
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
      // The entry is replaced, so that Back does not lead to a used link.
      onContinue={() => router.history.replace(afterSignIn(destinations))}
    />
  )
}
