import type { ErrorMessage } from '#web/lib/error-messages.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** Stands in for data of the server that could not be read. */
export function ReadFailed({ message, onRetry }: { message: ErrorMessage; onRetry(): void }) {
  const isOnline = useOnline()
  if (!isOnline) {
    return (
      <p role="status" className="mt-2 text-muted">
        You are offline. This is read from the server.
      </p>
    )
  }
  return (
    <div className="mt-3">
      <ErrorPanel title={message.title} action={<Button onClick={onRetry}>Try again</Button>}>
        {message.description}
      </ErrorPanel>
    </div>
  )
}
