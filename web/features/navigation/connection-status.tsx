import { CloudOff } from 'lucide-react'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useOnline } from './use-online.ts'

/** Says when there is no network, and nothing when there is. */
export function ConnectionStatus() {
  const isOnline = useOnline()
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
