import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribeScreen } from '#web/features/intake/unsubscribe-screen.tsx'

export const Route = createFileRoute('/unsubscribe')({
  validateSearch: ({
    account,
    token,
  }: Record<string, unknown>): { account?: string; token?: string } => ({
    ...(typeof account === 'string' ? { account } : {}),
    ...(typeof token === 'string' ? { token } : {}),
  }),
  component: () => <UnsubscribeScreen {...Route.useSearch()} />,
})
