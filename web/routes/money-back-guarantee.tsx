import { createFileRoute } from '@tanstack/react-router'
import { GuaranteePage } from '../features/public-pages/guarantee-page.tsx'

export const Route = createFileRoute('/money-back-guarantee')({ component: GuaranteePage })
