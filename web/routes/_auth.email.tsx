import { createFileRoute } from '@tanstack/react-router'
import { EmailScreen } from '#web/features/email/email-screen.tsx'

export const Route = createFileRoute('/_auth/email')({ component: EmailScreen })
