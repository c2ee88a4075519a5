import { TooltipLayer } from '#web/ui/tooltip.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

/** What shows over any screen on a hover, or once there is a newer build. */
export function Overlays() {
  return (
    <>
      <UpdatePrompt />
      <TooltipLayer />
    </>
  )
}
