import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '#web/features/public-pages/about-page.tsx'

export const Route = createFileRoute('/about')({ component: AboutPage })
