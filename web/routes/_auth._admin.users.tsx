import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { UserSearch } from '#web/features/admin-users/accounts-client.ts'
import { readUserSearch } from '#web/features/admin-users/user-search.ts'
import { UsersScreen } from '#web/features/admin-users/users-screen.tsx'

export const Route = createFileRoute('/_auth/_admin/users')({
  validateSearch: readUserSearch,
  component: UsersRoute,
})

function UsersRoute() {
  // The router passes on unread search params, too.
  const search = readUserSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  const handleSearch = useCallback(
    (change: Partial<Record<keyof UserSearch, string>>) =>
      void navigate({
        search: (last) => readUserSearch({ ...last, ...change }),
        replace: 'query' in change,
      }),
    [navigate],
  )
  return <UsersScreen search={search} onSearch={handleSearch} />
}
