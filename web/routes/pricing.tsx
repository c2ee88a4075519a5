import { createFileRoute } from '@tanstack/react-router'
import { PricingScreen } from '../features/billing/pricing-screen.tsx'

export const Route = createFileRoute('/pricing')({ component: PricingScreen })
