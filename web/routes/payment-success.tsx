import { createFileRoute } from '@tanstack/react-router'
import { PaymentSuccessScreen } from '#web/features/billing/payment-success-screen.tsx'
import { textParams } from '#web/lib/text-params.ts'

export const Route = createFileRoute('/payment-success')({
  validateSearch: textParams('session_id'),
  component: () => <PaymentSuccessScreen sessionId={Route.useSearch().session_id} />,
})
