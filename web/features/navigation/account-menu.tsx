import { Link } from '@tanstack/react-router'
import { CircleUser, FlaskConical, LogOut, Settings } from 'lucide-react'
import { isAdminDemoMode, toggleAdminDemoMode } from '../../lib/admin-demo-mode.ts'
import { useActor } from '../../lib/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/dropdown-menu.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Who is signed in, their settings, and the way out. */
export function AccountMenu() {
  const actor = useActor()
  const signOut = useSignOut()
  return (
    <DropdownMenu trigger={<IconButton label="Account" icon={CircleUser} />}>
      <MenuLabel>Hello, {actor.email}</MenuLabel>
      <MenuItem asChild>
        <Link to="/account">
          <Settings aria-hidden />
          Account Settings
        </Link>
      </MenuItem>
      {actor.role === 'admin' && (
        <MenuItem icon={FlaskConical} onSelect={toggleAdminDemoMode}>
          {isAdminDemoMode() ? 'Disable Demo Mode' : 'Enable Demo Mode'}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        Sign Out
      </MenuItem>
    </DropdownMenu>
  )
}
