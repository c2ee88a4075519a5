/**
 * Moves over a plot's points by arrow keys, Home and End, like a slider; screen readers read each point.
 * The plot around it shows the focus.
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

/** For the element around a plot and its picker: shows the focus ring. */
export const PICKED_CLASS =
  'rounded-sm outline-offset-4 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent print:hidden'
