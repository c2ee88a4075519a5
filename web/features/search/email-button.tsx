import { Mail } from 'lucide-react'
import type { Candidate } from '#api/contract/candidates.ts'
import { ONE_AT_A_TIME } from '#web/lib/email-messages.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { askToEmail } from '#web/outreach/ask-to-email.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { selectionStore } from './selection-store.ts'

/** Writes to the selected person. */
export function EmailButton({ people }: { people: readonly Candidate[] }) {
  const isAllowed = useCan('contact.reveal')
  const isOne = useProxyValue(selectionStore, ({ selection }) => selection.ids.size === 1)

  function handleClick() {
    const { ids } = selectionStore.selection
    const person = people.find(({ id }) => ids.has(id))
    if (ids.size === 1 && person) void askToEmail(person)
    else showToast(ONE_AT_A_TIME)
  }
  return (
    <Button size="sm" data-restricted={!(isAllowed && isOne) || undefined} onClick={handleClick}>
      <Mail aria-hidden />
      <span className="max-sm:sr-only">Email</span>
    </Button>
  )
}
