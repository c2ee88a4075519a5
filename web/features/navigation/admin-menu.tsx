import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { ADMIN_ITEMS } from '#web/lib/navigation-items.ts'
import { IconButton } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx'

/** The administrator's screens. */
export function AdminMenu() {
  return (
    <DropdownMenu trigger={<IconButton label="Admin" icon={ShieldCheck} />}>
      {ADMIN_ITEMS.map((item) => (
        <MenuItem key={item.to} asChild>
          <Link to={item.to}>{item.label}</Link>
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
