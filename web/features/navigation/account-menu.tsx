import { Link } from '@tanstack/react-router'
import { FlaskConical, LogOut, Settings } from 'lucide-react'
import { isAdminDemoMode, toggleAdminDemoMode } from '#web/lib/admin/admin-demo-mode.ts'
import { useActor, useMe } from '#web/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { accountInitials } from './account-initials.ts'
import { useSignOut } from './use-sign-out.ts'

/** The signed-in account, its settings, and the sign-out. */
export function AccountMenu() {
  const actor = useActor()
  const me = useMe()
  const signOut = useSignOut()
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          data-tooltip={actor.email ?? 'Account'}
          className="hit-area grid size-10 place-items-center rounded-full pointer-coarse:size-11"
        >
          <span className="sr-only">Account</span>
          <Avatar initials={accountInitials(me)} hue="default" size="sm" />
        </button>
      }
    >
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
