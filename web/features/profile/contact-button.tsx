import { Check, Copy, Lock, Mail, Phone } from 'lucide-react'
import type { Candidate } from '../../../db/schema/candidates.ts'
import { type ContactChannel, contactFreshness } from '../../lib/candidate-facts.ts'
import { useContact } from '../../lib/use-contact.ts'

const CHANNELS = {
  email: { icon: Mail, view: 'View Email', missing: 'Email not available', copy: 'Copy email' },
  phone: { icon: Phone, view: 'View Phone', missing: 'Phone not available', copy: 'Copy phone' },
} as const

const PLACE = 'flex min-h-14 w-full items-center gap-3 rounded-sm px-4 text-left'

/** "View Email" or "View Phone": reveals in place, then copies. Keeps its size throughout. */
export function ContactButton({ person, channel }: { person: Candidate; channel: ContactChannel }) {
  const { known, value, isRevealing, isCopied, isRestricted, isLocked, press } = useContact(
    person,
    channel,
  )
  const { icon: Icon, view, missing, copy } = CHANNELS[channel]
  if (!known) {
    return (
      <p className={`${PLACE} bg-wash text-muted`}>
        <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        {missing}
      </p>
    )
  }
  const Trailing = isCopied ? Check : Copy
  const hidden = isRestricted ? 'Contact Restricted in Demo' : view
  return (
    <button
      type="button"
      aria-label={value ? `${copy} ${value}` : `${hidden}: ${contactFreshness(known)}`}
      aria-busy={isRevealing || undefined}
      data-restricted={isRestricted || undefined}
      data-tooltip={isRestricted ? 'Contact information is disabled in demo mode' : undefined}
      onClick={() => void press()}
      className={`${PLACE} border border-line-strong/60 bg-surface transition-colors hover:border-line-strong hover:bg-wash data-[restricted]:opacity-60`}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-accent" strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium tabular-nums">
          {isRevealing ? 'Revealing…' : (value ?? hidden)}
        </span>
        <span aria-live="polite" className="block truncate text-muted text-sm">
          {isCopied ? 'Copied' : contactFreshness(known)}
        </span>
      </span>
      {isLocked && !value && (
        <Lock aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
      )}
      {value && (
        <Trailing
          aria-hidden
          className={`size-4 shrink-0 ${isCopied ? 'text-ok' : 'text-muted'}`}
          strokeWidth={1.75}
        />
      )}
    </button>
  )
}
