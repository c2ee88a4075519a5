import { createFileRoute } from '@tanstack/react-router'
import { ConfirmRemovalScreen } from '#web/features/intake/confirm-removal-screen.tsx'

export const Route = createFileRoute('/confirm-removal')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    typeof token === 'string' ? { token } : {},
  component: () => <ConfirmRemovalScreen token={Route.useSearch().token} />,
})
