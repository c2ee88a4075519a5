import { WifiOff } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'

/** In place of rows that never arrived, while the device is offline or pauses. */
export function NotHereYet({ rows }: { rows: string }) {
  return (
    <EmptyState icon={WifiOff} title={`No ${rows} on this device yet`}>
      They come by themselves once this device has caught up.
    </EmptyState>
  )
}
