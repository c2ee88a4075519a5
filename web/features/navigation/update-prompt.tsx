import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Button } from '#web/ui/button.tsx'
import { applyUpdate, updateStore, watchForUpdates } from './app-update.ts'

/** Watches for newer builds, and offers one without forcing it. */
export function UpdatePrompt() {
  useEffect(watchForUpdates, [])
  const { isReady, isApplying } = useSnapshot(updateStore)
  return (
    <div role="status">
      {isReady && (
        <div
          data-update-prompt
          className="fixed inset-x-4 bottom-[calc(var(--tab-bar-height)+var(--action-bar-height)+1rem)] z-30 mx-auto flex max-w-96 animate-rise items-center justify-between gap-4 rounded-md border border-line bg-surface py-2 pr-2 pl-4 shadow-floating md:right-auto md:left-6 md:mx-0"
        >
          <p className="font-medium">A new version is ready</p>
          <div className="flex gap-1">
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                updateStore.isReady = false
              }}
            >
              Later
            </Button>
            <Button variant="primary" size="sm" isBusy={isApplying} onClick={applyUpdate}>
              Reload
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
