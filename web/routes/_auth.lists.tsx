import { createFileRoute } from '@tanstack/react-router'
import { ListsScreen } from '../features/lists/lists-screen.tsx'

export const Route = createFileRoute('/_auth/lists')({ component: ListsScreen })
