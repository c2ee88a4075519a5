import { Bell, BellRing, Check } from 'lucide-react'
import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { Cadence } from '#db/schema/watch-words.ts'
import type { WatchRow } from '#db/schema/watches.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem, MenuLabel } from '#web/ui/dropdown-menu.tsx'
import { setWatch } from './watch-actions.ts'

const CHOICES: readonly { cadence: Cadence | null; label: string; short: string }[] = [
  { cadence: null, label: 'Off', short: 'Watch' },
  { cadence: 'daily', label: 'Daily, by mail', short: 'Daily' },
  { cadence: 'at_once', label: 'At once', short: 'At once' },
]

/** Whether and how soon the account is told what is new to a saved search. */
export function WatchControl({
  search,
  watch,
}: {
  search: SavedSearchRow
  watch: WatchRow | undefined
}) {
  const chosen = watch?.cadence ?? null
  const { label, short } = CHOICES.find(({ cadence }) => cadence === chosen) ?? CHOICES[0] ?? {}
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button size="sm" variant="ghost" aria-label={`Watch ${search.name}: ${label}`}>
          {chosen ? <BellRing aria-hidden /> : <Bell aria-hidden />}
          {short}
        </Button>
      }
    >
      <MenuLabel>Tell me what is new</MenuLabel>
      {CHOICES.map((choice) => (
        <MenuItem
          key={choice.label}
          role="menuitemradio"
          aria-checked={choice.cadence === chosen}
          {...(choice.cadence === chosen ? { icon: Check } : {})}
          className={choice.cadence === chosen ? '' : 'pl-8.5'}
          onSelect={() => void (choice.cadence !== chosen && setWatch(search, choice.cadence))}
        >
          {choice.label}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
