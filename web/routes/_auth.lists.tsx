import { createFileRoute } from '@tanstack/react-router'
import { ListsScreen } from '#web/features/lists/lists-screen.tsx'

export const Route = createFileRoute('/_auth/lists')({ component: ListsScreen })
