import type { LucideIcon } from 'lucide-react'
import { IconButton } from './button.tsx'
import { DropdownMenu, MenuItem } from './dropdown-menu.tsx'

interface Choice<Value> {
  value: Value
  label: string
}

/** An action with a target: done at once where there is one target alone, else chosen from a menu. */
export function ChoiceButton<Value>({
  choices,
  icon,
  label,
  tooltip,
  onChoose,
}: {
  choices: readonly Choice<Value>[]
  icon: LucideIcon
  /** For screen readers, with the only target where there is no other. */
  label(target?: string): string
  tooltip(target?: string): string
  onChoose(value: Value): void
}) {
  const [only, ...others] = choices
  if (!only) return null
  const button = { icon, className: 'text-muted' } as const
  if (others.length === 0) {
    return (
      <IconButton
        {...button}
        label={label(only.label)}
        tooltip={tooltip(only.label)}
        onClick={() => onChoose(only.value)}
      />
    )
  }
  return (
    <DropdownMenu trigger={<IconButton {...button} label={label()} tooltip={tooltip()} />}>
      {choices.map((choice) => (
        <MenuItem key={choice.label} onSelect={() => onChoose(choice.value)}>
          {choice.label}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
