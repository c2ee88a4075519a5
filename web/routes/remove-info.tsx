import { createFileRoute } from '@tanstack/react-router'
import { RemoveInfoScreen } from '../features/intake/remove-info-screen.tsx'

export const Route = createFileRoute('/remove-info')({ component: RemoveInfoScreen })
