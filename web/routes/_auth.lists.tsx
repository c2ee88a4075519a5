import { createFileRoute } from '@tanstack/react-router'
import { ListsScreen } from '#web/features/lists/lists-screen.tsx'
import { openForRoute } from '#web/replica/replica.ts'

export const Route = createFileRoute('/_auth/lists')({
  beforeLoad: ({ preload }) => {
    if (!import.meta.env.SSR) openForRoute({ preload })
  },
  component: ListsScreen,
})
