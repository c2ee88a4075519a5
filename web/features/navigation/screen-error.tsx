import type { ErrorComponentProps } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'

/** For a screen that could not be drawn: its code did not arrive, or it failed. */
export function ScreenError({ reset }: ErrorComponentProps) {
  const isOnline = useSyncExternalStore(
    () => () => undefined,
    () => navigator.onLine,
  )
  return (
    <div className="page py-12">
      <ErrorPanel
        title={isOnline ? 'This screen could not be shown' : 'This screen needs the network'}
        action={
          <>
            <Button size="sm" onClick={reset}>
              Try again
            </Button>
            <Button size="sm" variant="ghost" onClick={() => location.reload()}>
              Reload the page
            </Button>
          </>
        }
      >
        {isOnline
          ? 'Something failed while it was being drawn. Nothing you saved is lost.'
          : 'It will open as soon as there is a connection. Nothing you saved is lost.'}
      </ErrorPanel>
    </div>
  )
}
