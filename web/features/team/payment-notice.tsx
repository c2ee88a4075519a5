import { PAYMENT_UNVERIFIED } from '#web/lib/account/billing-messages.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { TeamPayment } from './use-team-payment.ts'

const WORDS: Record<TeamPayment, string> = {
  cancelled: 'The payment was cancelled. Nothing was charged.',
  checking: 'Confirming the payment. This takes a few seconds.',
  active: 'Payment received. The team’s plan is open.',
  paid: 'Payment received. The team’s plan opens within a few minutes.',
  open: 'The payment is not complete yet. The team’s plan opens once it is.',
  unknown: PAYMENT_UNVERIFIED,
  unchecked:
    'The payment could not be checked now. Nothing is lost: Seats below says what is there.',
}

/** How a team's checkout ended, where it returned to. */
export function PaymentNotice({ state }: { state: TeamPayment }) {
  const tone =
    state === 'active' || state === 'paid'
      ? 'bg-ok-wash text-ok'
      : state === 'unknown'
        ? 'bg-danger-wash text-danger'
        : 'bg-wash'
  return (
    <p role="status" className={classNames('mb-6 rounded-sm px-3 py-2.5', tone)}>
      {WORDS[state]}
    </p>
  )
}
