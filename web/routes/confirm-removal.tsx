import { createFileRoute } from '@tanstack/react-router'
import { ConfirmRemovalScreen } from '#web/features/intake/confirm-removal-screen.tsx'
import { textParams } from '#web/lib/text-params.ts'

export const Route = createFileRoute('/confirm-removal')({
  validateSearch: textParams('token'),
  component: () => <ConfirmRemovalScreen token={Route.useSearch().token} />,
})
