/**
 * Moves over the points of a plot by the arrow keys, Home and End, as a slider does; what a point
 * says is read out with each step. The plot around it shows the focus.
 */
export function PointPicker({
  label,
  count,
  index,
  text,
  onPick,
}: {
  label: string
  count: number
  index: number
  /** The picked point, in words. */
  text: string
  onPick(index: number): void
}) {
  return (
    <input
      type="range"
      className="sr-only"
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={Math.max(0, count - 1)}
      value={index}
      onChange={(event) => onPick(Number(event.target.value))}
    />
  )
}

/** Around a plot and its picker: shows that the arrow keys go here. */
export const PICKED_CLASS =
  'rounded-sm outline-offset-4 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent print:hidden'
