import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { withConfirmation } from '#web/session/confirm-identity.ts'
import { Button } from '#web/ui/button.tsx'
import { useDeed } from './use-deed.ts'

/** Saves a file of what is personal, once it is certain who asks. */
export function DownloadButton({
  onDownload,
  children,
  ...props
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'isBusy'> & {
  onDownload(): Promise<void>
}) {
  const { isBusy, run } = useDeed()
  return (
    <Button
      {...props}
      isBusy={isBusy}
      onClick={() => run('download', () => withConfirmation(onDownload))}
    >
      <Download aria-hidden />
      {children}
    </Button>
  )
}
