import { createFileRoute } from '@tanstack/react-router'
import { RemoveInfoScreen } from '#web/features/intake/remove-info-screen.tsx'

export const Route = createFileRoute('/remove-info')({ component: RemoveInfoScreen })
