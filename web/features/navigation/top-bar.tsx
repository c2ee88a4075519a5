import { Link, useLocation } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { InBrowser, lazyPart } from '#web/lib/lazy-part.tsx'
import { ADMIN_DASHBOARD, useAdminNavigation, useNavigation } from '#web/lib/navigation-items.ts'
import { useActor } from '#web/session/session.ts'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { QuietToast } from '#web/ui/toast.tsx'
import { BrandMark } from './brand-mark.tsx'

/** After the first screen is painted, and before a visitor opens the menu. */
const MENU_DELAY_MS = 1000

// Loaded later: a visitor's first screen needs no menus.
const MenuDrawer = lazyPart(async () => (await import('./menu-drawer.tsx')).MenuDrawer)
const ThemeMenu = lazyPart(async () => (await import('./theme-menu.tsx')).ThemeMenu)
const AccountMenu = lazyPart(async () => (await import('./account-menu.tsx')).AccountMenu)
const AdminMenu = lazyPart(async () => (await import('./admin-menu.tsx')).AdminMenu)

/** Brand, links, status, account. */
export function TopBar({
  isCompact,
  title,
  status,
}: {
  /** For the search screen: the brand as an icon alone. */
  isCompact: boolean
  /** The screen's title, where the screen shows none itself; only phones show it here. */
  title: string | null
  status: ReactNode
}) {
  const { main } = useNavigation()
  const isAdminShown = useAdminNavigation()

  return (
    <header className="sticky top-0 z-20 short:static border-line border-b pt-[env(safe-area-inset-top)] bg-paper print:hidden">
      <div className="gutter flex h-14 items-center gap-6 narrow:gap-3">
        {/* As wide as with its name, so that the links stand alike on each screen. */}
        <Link to="/" className="hit-area rounded-sm md:min-w-28">
          <BrandMark isIconOnly={isCompact} />
        </Link>
        {title && (
          <p aria-hidden className="-ml-2 font-semibold text-md max-[14rem]:hidden md:hidden">
            {title}
          </p>
        )}
        <nav
          aria-label="Main"
          className="hidden h-full gap-1 in-[[data-returning]]:invisible md:flex"
        >
          {[...main, ...(isAdminShown ? [ADMIN_DASHBOARD] : [])].map((item) => (
            <Link
              key={item.to}
              to={item.to}
              className={classNames(
                'relative flex items-center px-3 text-muted transition-colors after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 hover:text-ink data-[status=active]:font-medium data-[status=active]:text-ink data-[status=active]:after:bg-accent',
                // The narrowest tablet's room goes to the status: the administrators' own bar leads there.
                item === ADMIN_DASHBOARD && 'max-[51.25rem]:hidden',
              )}
            >
              {item.label}
            </Link>
          ))}
        </nav>
        <QuietToast />
        <div className="flex items-center gap-1 max-md:-ml-4">
          {status}
          <div className="hidden items-center gap-1 md:flex">
            <span className="size-10 last:-mr-2.5">
              <InBrowser>
                <ThemeMenu />
              </InBrowser>
            </span>
            {isAdminShown && (
              <span className="size-10">
                <InBrowser>
                  <AdminMenu />
                </InBrowser>
              </span>
            )}
            <AccountEnd />
          </div>
          <MenuButton />
        </div>
      </div>
    </header>
  )
}

/** Opens the menu of a phone. */
function MenuButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [isSettled, setIsSettled] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), MENU_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <>
      <IconButton
        label="Menu"
        icon={Menu}
        className="-mr-2 md:hidden"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      {(isSettled || isOpen) && (
        <InBrowser>
          <MenuDrawer isOpen={isOpen} onOpenChange={setIsOpen} />
        </InBrowser>
      )}
    </>
  )
}

/** Sign-in links for visitors, else the account menu. */
function AccountEnd() {
  if (useActor().role === 'visitor') return <VisitorLinks />
  return (
    <span className="-mr-2.5 size-10">
      <InBrowser>
        <AccountMenu />
      </InBrowser>
    </span>
  )
}

function VisitorLinks() {
  const { href, state } = useLocation()
  const { account } = useNavigation()
  return account.map((item, index) => (
    <Link
      key={item.to}
      to={item.to}
      // The destination after signing in travels along.
      state={{ from: state.from ?? (item.to === '/login' ? href : undefined) }}
      className={classNames(
        'in-[[data-returning]]:invisible',
        buttonClass({
          variant: index === account.length - 1 ? 'primary' : 'ghost',
          size: 'sm',
        }),
      )}
    >
      {item.label}
    </Link>
  ))
}
