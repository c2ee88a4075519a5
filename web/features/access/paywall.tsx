import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'

const BENEFITS = [
  'Full access to healthcare professional contacts',
  'Create and manage lists',
  'Unlimited exports and searches',
] as const

/** Covers the empty result list of a user without a plan. */
export function Paywall() {
  return (
    <section
      aria-labelledby="paywall"
      className="w-full max-w-110 animate-rise rounded-md border border-line bg-surface p-6 shadow-floating md:p-8"
    >
      <h2 id="paywall" className="font-serif text-xl">
        Unlock Unlimited Contacts
      </h2>
      <ul className="mt-5 flex flex-col gap-3">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex gap-2.5 text-md">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-2">
        <Link to="/pricing" className={`${buttonClass({ variant: 'primary' })} flex-1`}>
          Get Started
        </Link>
        <Link to="/contact" className={`${buttonClass()} flex-1`}>
          Contact Sales
        </Link>
      </div>
    </section>
  )
}
