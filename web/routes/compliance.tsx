import { createFileRoute } from '@tanstack/react-router'
import { CompliancePage } from '../features/public-pages/compliance-page.tsx'

export const Route = createFileRoute('/compliance')({ component: CompliancePage })
