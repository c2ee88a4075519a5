const WIDTH = 96
const HEIGHT = 24
/** An hour without an event is drawn as a hairline, so that the whole day is visible. */
const FLOOR = 1

/** Events in each of the last 24 hours, the oldest at the left. */
export function HourLine({ hours }: { hours: readonly number[] }) {
  const most = Math.max(...hours, 1)
  const step = WIDTH / hours.length
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Last 24 hours: ${hours.reduce((sum, count) => sum + count, 0)} events, at most ${Math.max(...hours)} in an hour`}
      className="h-6 w-24 shrink-0 fill-accent"
    >
      {hours.map((count, hour) => {
        const height = Math.max(FLOOR, (count / most) * HEIGHT)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
            key={hour}
            x={hour * step}
            y={HEIGHT - height}
            width={step - 1}
            height={height}
          />
        )
      })}
    </svg>
  )
}
