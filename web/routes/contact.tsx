import { createFileRoute } from '@tanstack/react-router'
import { ContactScreen } from '#web/features/intake/contact-screen.tsx'

export const Route = createFileRoute('/contact')({ component: ContactScreen })
