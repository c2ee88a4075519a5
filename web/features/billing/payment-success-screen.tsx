import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { PAYMENT_UNVERIFIED } from '#web/lib/account/billing-messages.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { usePaymentCheck } from './use-payment-check.ts'

/** `/payment-success`: after the checkout, while the webhook event is on its way. */
export function PaymentSuccessScreen({ sessionId }: { sessionId: string | undefined }) {
  const state = usePaymentCheck(sessionId)
  if (state === 'unverified') {
    return (
      <Outcome
        icon={<CircleAlert aria-hidden className="size-8 text-danger" strokeWidth={1.5} />}
        title="No payment found"
      >
        <p role="alert">{PAYMENT_UNVERIFIED}</p>
        <Link to="/contact" className="mt-2 inline-block font-medium text-accent hover:underline">
          Contact us
        </Link>
      </Outcome>
    )
  }
  if (state === 'checking') {
    return (
      <Outcome
        icon={
          <LoaderCircle
            aria-hidden
            className="size-8 text-accent motion-safe:animate-spin"
            strokeWidth={1.5}
          />
        }
        title="Confirming your payment"
      >
        <p role="status">This takes a few seconds. You can leave; nothing is lost.</p>
      </Outcome>
    )
  }
  return (
    <Outcome
      icon={<CircleCheck aria-hidden className="size-8 text-ok" strokeWidth={1.5} />}
      title={state === 'active' ? 'You are subscribed' : 'Payment Successful'}
    >
      <p role="status">
        {state === 'active'
          ? 'The whole directory is open to you.'
          : 'Thank you. Your plan opens within a few minutes; nothing more is needed from you.'}
      </p>
    </Outcome>
  )
}

function Outcome({
  icon,
  title,
  children,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
}) {
  return (
    <div className="page flex flex-1 flex-col items-center py-20 text-center md:py-28">
      {icon}
      <h1 className="mt-5 font-serif text-xl md:text-2xl">{title}</h1>
      <div className="mt-2 min-h-12 max-w-100 text-md text-muted">{children}</div>
      <div className="mt-8 flex flex-wrap justify-center gap-2">
        <Link to="/search" className={buttonClass({ variant: 'primary' })}>
          Directory
        </Link>
        <Link to="/account" className={buttonClass()}>
          Account
        </Link>
      </div>
    </div>
  )
}
