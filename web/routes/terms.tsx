import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '#web/features/public-pages/terms-page.tsx'

export const Route = createFileRoute('/terms')({ component: TermsPage })
