import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribeScreen } from '#web/features/intake/unsubscribe-screen.tsx'
import { textParams } from '#web/lib/text-params.ts'

export const Route = createFileRoute('/unsubscribe')({
  validateSearch: textParams('account', 'token'),
  component: () => <UnsubscribeScreen {...Route.useSearch()} />,
})
