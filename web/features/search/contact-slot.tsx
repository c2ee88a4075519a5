import { Check, Copy } from 'lucide-react'
import type { Candidate } from '../../../db/schema/candidates.ts'
import { type ContactChannel, contactFreshness } from '../../lib/candidate-facts.ts'
import { useContact } from '../../lib/use-contact.ts'

const WORDS = {
  phone: { reveal: 'Reveal phone', missing: 'Phone not available', copy: 'Copy phone' },
  email: { reveal: 'Reveal email', missing: 'Email not available', copy: 'Copy email' },
} as const

const SLOT =
  'flex h-10 w-full min-w-0 items-center gap-2 rounded-sm px-2.5 text-left compact:h-7 pointer-coarse:h-11 pointer-coarse:compact:h-11'

/**
 * The place of one contact on a card: how fresh it is while hidden, its value once revealed. The
 * place keeps its size, so that nothing moves under the pointer.
 */
export function ContactSlot({ person, channel }: { person: Candidate; channel: ContactChannel }) {
  const { known, value, isRevealing, isCopied, isRestricted, press } = useContact(person, channel)
  const words = WORDS[channel]
  if (!known) return <p className={`${SLOT} text-muted text-sm leading-4`}>{words.missing}</p>
  const freshness = contactFreshness(known)
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      aria-busy={isRevealing || undefined}
      data-restricted={isRestricted || undefined}
      data-tooltip={isRestricted ? 'Contact information is disabled in demo mode' : undefined}
      onClick={() => void press()}
      className={`${SLOT} border border-line bg-surface transition-colors hover:border-line-strong hover:bg-wash data-[restricted]:opacity-60`}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm leading-4 tabular-nums">
          {value && <span className="sr-only">{words.copy} </span>}
          {isRevealing ? 'Revealing…' : (value ?? words.reveal)}
        </span>
        <span
          aria-live="polite"
          className="block truncate text-muted text-xs leading-4 compact:hidden"
        >
          {isCopied ? 'Copied' : <Freshness words={freshness} />}
        </span>
      </span>
      {value && (
        <Icon
          aria-hidden
          className={`size-3.5 shrink-0 max-md:hidden ${isCopied ? 'text-ok' : 'text-muted'}`}
          strokeWidth={1.75}
        />
      )}
    </button>
  )
}

/** A narrow list of results has no room for "verified". */
function Freshness({ words }: { words: string }) {
  const [kind, age] = words.split(', verified ')
  return (
    <>
      {kind}
      {age && (
        <>
          , <span className="@max-[640px]:hidden">verified </span>
          {age}
        </>
      )}
    </>
  )
}
