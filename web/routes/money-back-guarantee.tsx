import { createFileRoute } from '@tanstack/react-router'
import { GuaranteePage } from '#web/features/public-pages/guarantee-page.tsx'

export const Route = createFileRoute('/money-back-guarantee')({ component: GuaranteePage })
