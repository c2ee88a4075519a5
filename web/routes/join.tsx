import { createFileRoute } from '@tanstack/react-router'
import { JoinScreen } from '#web/features/team/join-screen.tsx'
import { textParams } from '#web/lib/text-params.ts'

export const Route = createFileRoute('/join')({
  validateSearch: textParams('token'),
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
