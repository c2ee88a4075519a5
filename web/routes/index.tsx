import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#web/features/public-pages/home-page.tsx'

export const Route = createFileRoute('/')({ component: HomePage })
