import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { IconButton } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { chooseTheme, themeStore } from './theme.ts'

const OPTIONS = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const

/** The theme menu of the top bar. */
export function ThemeMenu() {
  const { choice } = useSnapshot(themeStore)
  const current = OPTIONS.find((option) => option.value === choice) ?? OPTIONS[2]
  return (
    <DropdownMenu trigger={<IconButton label="Theme" icon={current.icon} />}>
      {OPTIONS.map((option) => (
        <MenuItem
          key={option.value}
          icon={option.icon}
          role="menuitemradio"
          aria-checked={option.value === choice}
          onSelect={() => chooseTheme(option.value)}
        >
          {option.label}
          {option.value === choice && <Check aria-hidden className="ml-auto text-accent" />}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}

/** The choice of theme in the phone's menu. */
export function ThemeSwitch() {
  const { choice } = useSnapshot(themeStore)
  return <Segmented label="Theme" value={choice} onValueChange={chooseTheme} options={OPTIONS} />
}
