import { createFileRoute } from '@tanstack/react-router'
import { SuccessScreen } from '#web/features/intake/success-screen.tsx'

export const Route = createFileRoute('/success')({ component: SuccessScreen })
