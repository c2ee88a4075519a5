import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '#web/features/public-pages/privacy-page.tsx'

export const Route = createFileRoute('/privacy')({ component: PrivacyPage })
