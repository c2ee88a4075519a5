import { createFileRoute } from '@tanstack/react-router'
import { DeletedListsScreen } from '#web/features/lists/deleted-lists-screen.tsx'

export const Route = createFileRoute('/_auth/lists_/deleted')({ component: DeletedListsScreen })
