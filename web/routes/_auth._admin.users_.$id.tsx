import { createFileRoute } from '@tanstack/react-router'
import { UserScreen } from '#web/features/admin-users/user-screen.tsx'

export const Route = createFileRoute('/_auth/_admin/users_/$id')({ component: UserRoute })

function UserRoute() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <UserScreen
      key={id}
      userId={id}
      onDeleted={() => void navigate({ to: '/users', replace: true })}
    />
  )
}
