import { createFileRoute } from '@tanstack/react-router'
import { DueScreen } from '#web/features/due/due-screen.tsx'

export const Route = createFileRoute('/_auth/due')({ component: DueScreen })
