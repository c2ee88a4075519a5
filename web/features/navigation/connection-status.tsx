import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Tooltip } from '../../ui/tooltip.tsx'

/** Says when there is no network, and nothing when there is. */
export function ConnectionStatus() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <span role="status">
      {!isOnline && (
        <Tooltip label="No network. What needs it will wait.">
          <button
            type="button"
            className="flex h-8 items-center gap-2 rounded-full bg-warn-wash px-3 font-medium text-sm text-warn"
          >
            <CloudOff aria-hidden className="size-4" />
            Offline
          </button>
        </Tooltip>
      )}
    </span>
  )
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
