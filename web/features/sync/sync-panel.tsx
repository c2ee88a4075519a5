import type { PendingMutation } from '#sync/client/outbox/pending-mutation.ts'
import { teamOf } from '#sync/contract/mutations.ts'
import { formatClock } from '#web/lib/format-time.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { isReadyOffline, openedReplica } from '#web/replica/replica.ts'
import { rejectionReason, syncNotes } from '#web/replica/sync-messages.ts'
import { useTeams } from '#web/replica/teams.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { usePending } from '#web/replica/use-pending.ts'
import { useReplicaState } from '#web/replica/use-replica-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { mutationWords } from './mutation-words.ts'
import { offlineWords, syncWords } from './sync-words.ts'

/** For a mutation that this build cannot describe: it can only be discarded. */
const UNKNOWN_WORDS = 'A change'

/** Mutations that the server's rows do not hold yet: rejected ones, to decide about, and pending ones. */
export function SyncPanel({ onClose }: { onClose(): void }) {
  const status = useReplicaState((store) => store.status)
  const isReady = useReplicaState(isReadyOffline)
  const isOnline = useOnline()
  const entries = usePending()
  const rejected = entries.filter(({ state, parentId }) => state.kind === 'rejected' && !parentId)
  const waiting = entries.filter(({ state, parentId }) => state.kind !== 'rejected' && !parentId)
  return (
    <Drawer isOpen onOpenChange={onClose} title="Sync" side="right">
      <p className="font-medium">{syncWords(status, isOnline)?.text ?? 'Syncing'}</p>
      {syncNotes(status).map((note) => (
        <p key={note} className="mt-1 text-muted">
          {note}
        </p>
      ))}
      <p className="mt-1 text-muted">{offlineWords(isReady, status)}</p>
      {rejected.length > 0 && (
        <section aria-label="Needs attention" className="mt-6">
          <h2 className="font-semibold text-md">Needs attention</h2>
          <ul className="mt-2 border-line border-t">
            {rejected.map((entry) => (
              <RejectedItem
                key={entry.id}
                entry={entry}
                heldCount={entries.filter(({ parentId }) => parentId === entry.id).length}
              />
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section aria-label="Waiting" className="mt-6">
          <h2 className="font-semibold text-md">Waiting</h2>
          <ul className="mt-2 border-line border-t">
            {waiting.map(({ id, name, args, created_at }) => (
              <li key={id} className="flex gap-4 border-line border-b py-2">
                <span className="min-w-0 flex-1 truncate">
                  {mutationWords(name, args) ?? UNKNOWN_WORDS}
                </span>
                <span className="text-muted tabular-nums">{formatClock(created_at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Drawer>
  )
}

function RejectedItem({ entry, heldCount }: { entry: PendingMutation; heldCount: number }) {
  const decide = (how: 'retry' | 'discard' | 'saveCopy') => async () => {
    await (await openedReplica())[how](entry.id)
  }
  const handle = (how: 'retry' | 'discard' | 'saveCopy') => () =>
    void tryChange(decide(how), ({ message }) => ({
      title: 'The change is where it was',
      description: message,
    }))
  const { authorOf } = useTeams()
  const words = mutationWords(entry.name, entry.args)
  // Of own rows the author is this account.
  const row = { owner_id: teamOf(entry.args) ?? '' }
  return (
    <li className="border-line border-b py-3">
      <p className="font-medium">{words ?? UNKNOWN_WORDS}</p>
      {entry.state.kind === 'rejected' && (
        <p className="text-muted">{rejectionReason(entry.state, authorOf(row, entry.state))}</p>
      )}
      {heldCount > 0 && (
        <p className="text-muted">{`${heldCount} later ${heldCount === 1 ? 'change waits' : 'changes wait'} with it.`}</p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {words !== null && (
          <Button size="sm" onClick={handle('retry')}>
            Retry
          </Button>
        )}
        {entry.canCopy && (
          <Button size="sm" onClick={handle('saveCopy')}>
            Save a copy
          </Button>
        )}
        <Button size="sm" className="text-danger" onClick={handle('discard')}>
          Discard
        </Button>
      </div>
    </li>
  )
}
