import { WifiOff } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'

/** In the place of rows that were never on this device, while it has no network. */
export function NotHereYet({ rows }: { rows: string }) {
  return (
    <EmptyState icon={WifiOff} title={`No ${rows} on this device yet`}>
      They come by themselves once you are connected.
    </EmptyState>
  )
}
