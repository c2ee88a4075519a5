import { formatCount } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

export interface CountedOption {
  value: string
  label: string
  /** Matching people; null where the number is unknown. */
  count: number | null
}

/** Options to tick, each with its number of matches. */
export function OptionList({
  options,
  chosen,
  onToggle,
}: {
  options: readonly CountedOption[]
  chosen: readonly string[]
  onToggle(value: string): void
}) {
  return (
    <ul className="flex flex-col">
      {options.map(({ value, label, count }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps its place, its option changes
          key={place}
          data-empty={(count === 0 && !chosen.includes(value)) || undefined}
          className="flex items-center justify-between gap-2 data-[empty]:text-muted"
        >
          <Checkbox
            label={label}
            isOneLine
            checked={chosen.includes(value)}
            onCheckedChange={() => onToggle(value)}
          />
          {count !== null && (
            <span className="shrink-0 text-muted text-xs tabular-nums">{formatCount(count)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
