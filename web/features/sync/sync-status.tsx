import { Check, CircleAlert, CirclePause, CloudOff, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { setBadgeCount } from '#web/lib/app-badge.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { InBrowser, lazyPart } from '#web/lib/lazy-part.tsx'
import { useReplicaState } from '#web/replica/use-replica-state.ts'
import { classNames } from '#web/ui/class-names.ts'
import { syncWords } from './sync-words.ts'

const SyncPanel = lazyPart(async () => (await import('./sync-panel.tsx')).SyncPanel)

const STYLES = {
  attention: { icon: CircleAlert, className: 'bg-danger-wash text-danger' },
  offline: { icon: CloudOff, className: 'bg-warn-wash text-warn' },
  paused: { icon: CirclePause, className: 'bg-warn-wash text-warn' },
  busy: { icon: RefreshCw, className: 'text-muted hover:bg-wash' },
  calm: { icon: Check, className: 'text-muted hover:bg-wash' },
} as const

/** Shows the state of network and sync; a press shows the pending mutations. */
export function SyncStatus() {
  const isOnline = useOnline()
  const status = useReplicaState((store) => store.status)
  const [isOpen, setIsOpen] = useState(false)
  const words = syncWords(status, isOnline)
  const refused = status?.rejected ?? 0
  useEffect(() => setBadgeCount('refused', refused), [refused])
  const { icon: Icon, className } = STYLES[words?.tone ?? 'calm']
  const isAnnounced = words !== null && words.tone !== 'busy' && words.tone !== 'calm'
  return (
    <>
      {/* A state that changes with every edit is not announced. */}
      <span role="status" aria-live={isAnnounced ? 'polite' : 'off'}>
        {words && (
          <button
            type="button"
            onClick={() => setIsOpen(true)}
            className={classNames(
              'hit-area flex h-8 items-center gap-2 whitespace-nowrap rounded-full px-3 font-medium text-sm tabular-nums transition-colors',
              className,
            )}
          >
            <Icon aria-hidden className="size-4" strokeWidth={1.75} />
            <span className="max-[17rem]:sr-only">{words.text}</span>
          </button>
        )}
      </span>
      {isOpen && (
        <InBrowser>
          <SyncPanel onClose={() => setIsOpen(false)} />
        </InBrowser>
      )}
    </>
  )
}
