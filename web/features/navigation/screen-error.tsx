import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useBackOnline } from '#web/lib/hooks/use-back-online.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** For a screen that failed to render: its code or its data did not load, or it threw. */
export function ScreenError({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const isOnline = useOnline()

  const retry = useCallback(() => {
    void router.invalidate().then(reset)
  }, [router, reset])

  useBackOnline(retry)

  return (
    <div className="page py-12">
      <ErrorPanel
        title={isOnline ? 'This screen could not be shown' : 'This screen needs the network'}
        action={
          <>
            <Button size="sm" onClick={retry}>
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
          : 'It opens as soon as there is a connection. Nothing you saved is lost.'}
      </ErrorPanel>
    </div>
  )
}
