import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { BrandMark } from './brand-mark.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { ACCOUNT_ITEMS, MAIN_ITEMS } from './navigation-items.ts'

/** After the first screen is drawn, and before a thumb has found the menu. */
const MENU_DELAY_MS = 1000

// A visitor's first screen does without the code of the menus.
const MenuDrawer = lazy(async () => ({
  default: (await import('./menu-drawer.tsx')).MenuDrawer,
}))
const ThemeMenu = lazy(async () => ({ default: (await import('./theme-menu.tsx')).ThemeMenu }))

/** Brand, places, status, account. `isCompact` is the working screen's: brand as icon, full width. */
export function TopBar({ isCompact }: { isCompact: boolean }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [isSettled, setIsSettled] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), MENU_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <header className="sticky top-0 z-20 border-line border-b bg-paper/95 pt-[env(safe-area-inset-top)] backdrop-blur-sm">
      <div
        className={`${isCompact ? 'px-4 md:px-6' : 'page'} flex h-(--top-bar-height) items-center gap-6`}
      >
        <Link to="/" className="hit-area rounded-sm">
          <BrandMark isIconOnly={isCompact} />
        </Link>
        <nav aria-label="Main" className="hidden h-full gap-1 md:flex">
          {MAIN_ITEMS.map((item) => (
            <Link
              key={item.to}
              to={item.to}
              className="relative flex items-center px-3 text-muted transition-colors after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 hover:text-ink data-[status=active]:font-medium data-[status=active]:text-ink data-[status=active]:after:bg-accent"
            >
              {item.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <ConnectionStatus />
          <div className="hidden items-center gap-1 md:flex">
            <span className="size-10 last:-mr-2.5">
              <Suspense>
                <ThemeMenu />
              </Suspense>
            </span>
            {ACCOUNT_ITEMS.map((item, index) => (
              <Link
                key={item.to}
                to={item.to}
                className={buttonClass({
                  variant: index === ACCOUNT_ITEMS.length - 1 ? 'primary' : 'ghost',
                  size: 'sm',
                })}
              >
                {item.label}
              </Link>
            ))}
          </div>
          <IconButton
            label="Menu"
            icon={Menu}
            className="-mr-2 md:hidden"
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onClick={() => setIsMenuOpen(true)}
          />
        </div>
      </div>
      {(isSettled || isMenuOpen) && (
        <Suspense>
          <MenuDrawer isOpen={isMenuOpen} onOpenChange={setIsMenuOpen} />
        </Suspense>
      )}
    </header>
  )
}
