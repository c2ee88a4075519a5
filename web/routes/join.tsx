import { createFileRoute } from '@tanstack/react-router'
import { JoinScreen } from '#web/features/team/join-screen.tsx'

export const Route = createFileRoute('/join')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    typeof token === 'string' ? { token } : {},
  component: JoinRoute,
})

function JoinRoute() {
  const navigate = Route.useNavigate()
  return (
    <JoinScreen
      token={Route.useSearch().token}
      onJoined={() => void navigate({ to: '/lists', replace: true })}
    />
  )
}
