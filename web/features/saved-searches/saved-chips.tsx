import { Chip } from '#web/ui/chip.tsx'

/** More chips would be harder to scan. */
const SHOWN = 8

/** A saved search's text and filters as chips. */
export function SavedChips({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null
  const hiddenCount = labels.length - SHOWN
  return (
    <ul aria-label="Looks for" className="flex flex-wrap gap-1.5">
      {labels.slice(0, SHOWN).map((label) => (
        <li key={label} className="flex max-w-full">
          <Chip label={label} />
        </li>
      ))}
      {hiddenCount > 0 && <li className="self-center text-muted text-sm">+{hiddenCount} more</li>}
    </ul>
  )
}
