import { createFileRoute } from '@tanstack/react-router'
import { PaymentSuccessScreen } from '#web/features/billing/payment-success-screen.tsx'

export const Route = createFileRoute('/payment-success')({
  validateSearch: ({ session_id }: Record<string, unknown>): { session_id?: string } =>
    typeof session_id === 'string' ? { session_id } : {},
  component: () => <PaymentSuccessScreen sessionId={Route.useSearch().session_id} />,
})
