import { createFileRoute } from '@tanstack/react-router'
import { CompliancePage } from '#web/features/public-pages/compliance-page.tsx'

export const Route = createFileRoute('/compliance')({ component: CompliancePage })
