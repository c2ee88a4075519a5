import { Contact } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatCount, formatPeople } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { useSingleRun } from '#web/lib/hooks/use-single-run.ts'
import { fetchRevealCost } from '#web/lib/people/people-client.ts'
import { revealAll } from '#web/replica/revealed-contacts.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { costWords, revealable } from './reveal-words.ts'

/** As many as can be selected. */
const REVEAL_MAX = 500

/** Reveals the contacts of the people who are selected, after saying what it costs. */
export function BulkReveal({ people }: { people: readonly string[] }) {
  const [asked, setAsked] = useState<readonly string[] | null>(null)
  const canReveal = useCan('contact.reveal')
  if (!canReveal || people.length === 0) return null
  return (
    <>
      <Button size="sm" onClick={() => setAsked(people.slice(0, REVEAL_MAX))}>
        <Contact aria-hidden />
        <span className="in-data-selection-bar:max-md:sr-only">Reveal</span>
      </Button>
      {asked && <RevealDialog people={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function RevealDialog({ people, onClose }: { people: readonly string[]; onClose(): void }) {
  const isOnline = useOnline()
  const { isBusy, run } = useSingleRun()
  const read = useCallback(() => fetchRevealCost(people), [people])
  const { value: cost, failure, reload } = useRemote(read)
  const isUntold = isOnline && !cost && failure
  const count = cost && isOnline ? revealable(cost) : 0

  async function handleReveal() {
    const done = await revealAll(people)
    onClose()
    if (done === 0) return
    showToast({
      title: 'Contacts revealed',
      description: `${formatPeople(done)}. They stay on this device for 24 hours.`,
      tone: 'ok',
    })
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="sm"
      title="Reveal contacts"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isBusy={isBusy}
            disabled={count === 0}
            onClick={() => run(handleReveal)}
          >
            {count === 0 ? 'Reveal' : `Reveal ${formatCount(count)}`}
          </Button>
        </>
      }
    >
      <p role="status" className="min-h-10 tabular-nums">
        {!isOnline && 'Contacts are revealed by the server: connect first.'}
        {isUntold && 'What it costs cannot be told right now.'}
        {isOnline && cost && costWords(people.length, cost)}
      </p>
      {isUntold && (
        <Button size="sm" onClick={reload}>
          Try again
        </Button>
      )}
    </Dialog>
  )
}
