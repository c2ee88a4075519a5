import { useEffect, useState } from 'react'
import type { Candidate } from '#api/contract/candidates.ts'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { isOpenReport } from '#db/schema/contact-reports.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { type ContactReport, contactReports, isHidden } from '#web/replica/contact-reports.ts'
import { forgetContacts, reveal, revealedContacts } from '#web/replica/revealed-contacts.ts'
import { useGate, useSessionKnown } from '#web/session/session.ts'
import { bestContact, type ContactChannel, channelOf, contactsOf } from './candidate-facts.ts'
import { copyContact } from './copy-contact.ts'
import { asKnownNow } from './known-contacts.ts'

const COPIED_MS = 2000

export interface ContactState {
  /** The known contact and its freshness; undefined where the person has none of this channel. */
  known: ContactKnown | undefined
  /** The contact with its value, once revealed. */
  revealed: RevealedContact | undefined
  /** What else is known of the channel, the preferred first; with their values, once revealed. */
  others: readonly (ContactKnown | RevealedContact)[]
  /** The number or address, once revealed. */
  value: string | undefined
  /** What the user reported wrong, where no other contact of the channel is known. */
  report: ContactReport | undefined
  isRevealing: boolean
  /** True for two seconds after a copy. */
  isCopied: boolean
  /** A demo account may only see that the contact exists. */
  isRestricted: boolean
  /** The actor first needs a plan or an account; a press says so. */
  isLocked: boolean
  /** Reveals the contact; once revealed, copies it. */
  press(): Promise<void>
}

/** The revealed contact, unless its value has been replaced since. */
function currentValue(
  revealed: RevealedContact,
  known: ContactKnown | undefined,
): RevealedContact | undefined {
  const { value_id } = revealed
  const isReplaced =
    value_id !== undefined && known?.value_id !== undefined && known.value_id !== value_id
  return isReplaced ? undefined : revealed
}

/** One person's phone or e-mail: hidden, revealed, copied; one that the user reported is none. */
export function useContact(
  person: Pick<Candidate, 'id' | 'contacts'>,
  channel: ContactChannel,
): ContactState {
  const contacts = useProxyValue(revealedContacts, ({ byPerson }) => byPerson[person.id])
  const isRevealing = useProxyValue(revealedContacts, (state) => person.id in state.isRevealing)
  const gate = useGate('contact.reveal')
  const isRestricted = gate === 'demo'
  const isLocked = useSessionKnown() && (gate === 'sign_in' || gate === 'plan')
  const [isCopied, setIsCopied] = useState(false)
  const reports = useProxyValue(contactReports, ({ byPerson }) => byPerson[person.id])
  const unreported = reports
    ? person.contacts.filter((each) => !isHidden(person.id, each))
    : person.contacts
  const ofChannel = contactsOf(unreported, channel)
  const [known] = ofChannel
  // The revealed value of the contact whose age is shown.
  const ofKind = contacts?.find(({ kind }) => kind === known?.kind)
  const revealed = ofKind ? currentValue(ofKind, known) : bestContact(contacts ?? [], channel)
  const others = ofChannel.slice(1).map((each) => {
    const found = contacts?.find(({ kind }) => kind === each.kind)
    const current = found && currentValue(found, each)
    return current ? asKnownNow(current, ofChannel) : each
  })
  const value = revealed?.value
  const report = known
    ? undefined
    : reports?.find(({ kind, state }) => channelOf(kind) === channel && isOpenReport(state))

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function press() {
    if (value === undefined) {
      // The vault lacks it: the value has changed since, or was reported wrong when it was revealed.
      if (contacts) await forgetContacts([person.id])
      return reveal(person.id)
    }
    if (await copyContact(value, channel)) setIsCopied(true)
  }

  return {
    known,
    revealed,
    others,
    value,
    report,
    isRevealing,
    isCopied,
    isRestricted,
    isLocked,
    press,
  }
}
