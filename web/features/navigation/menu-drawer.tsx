import { Link, useLocation } from '@tanstack/react-router'
import {
  ADMIN_BAR_ITEMS,
  FOOTER_ITEMS,
  type NavigationItem,
  useAdminNavigation,
  useNavigation,
} from '#web/lib/navigation-items.ts'
import { useActor } from '#web/session/session.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { ThemeSwitch } from './theme-menu.tsx'
import { useSignOut } from './use-sign-out.ts'

/** The menu of a phone: all that its bottom bar has no room for. Following a link closes it. */
export function MenuDrawer({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
}) {
  const close = () => onOpenChange(false)
  const { main, account } = useNavigation()
  const isAdminShown = useAdminNavigation()
  const actor = useActor()
  const signOut = useSignOut()
  const from = useLocation({ select: ({ state }) => state.from })
  const own = actor.role === 'visitor' ? [] : [{ label: 'Account Settings', to: '/account' }]
  const items = [...main, ...(isAdminShown ? ADMIN_BAR_ITEMS : []), ...own, ...account]
  const isMain = (item: NavigationItem) => main.some((each) => each.to === item.to)
  return (
    <Drawer isOpen={isOpen} onOpenChange={onOpenChange} title="Menu" side="right">
      <nav aria-label="Menu" className="-mt-2">
        {actor.email && <p className="truncate pb-2 text-muted">Hello, {actor.email}</p>}
        {items.map((item) => (
          <Link
            key={item.to}
            to={item.to}
            onClick={close}
            // The destination after signing in travels along.
            {...(account.includes(item) ? { state: { from } } : {})}
            className="flex h-13 items-center border-line border-b text-md data-[status=active]:font-semibold data-[status=active]:text-accent"
          >
            {item.label}
          </Link>
        ))}
        {actor.role !== 'visitor' && (
          <button
            type="button"
            onClick={() => {
              close()
              void signOut()
            }}
            className="flex h-13 w-full items-center border-line border-b text-md"
          >
            Sign Out
          </button>
        )}
        <div className="flex flex-wrap items-center justify-between border-line border-b py-3">
          <span className="text-md">Theme</span>
          <ThemeSwitch />
        </div>
        <div className="pt-3">
          {FOOTER_ITEMS.filter((item) => !isMain(item)).map((item) => (
            <Link
              key={item.to}
              to={item.to}
              onClick={close}
              className="flex h-11 items-center text-muted"
            >
              {item.label}
            </Link>
          ))}
        </div>
      </nav>
    </Drawer>
  )
}
