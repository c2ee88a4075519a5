import { Link } from '@tanstack/react-router'
import { Drawer } from '../../ui/drawer.tsx'
import { ACCOUNT_ITEMS, FOOTER_ITEMS, MAIN_ITEMS, type NavigationItem } from './navigation-items.ts'
import { ThemeSwitch } from './theme-menu.tsx'

/** Everything the phone's bottom bar has no room for. Choosing a place closes it. */
export function MenuDrawer({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
}) {
  const close = () => onOpenChange(false)
  const isMain = (item: NavigationItem) => MAIN_ITEMS.some((main) => main.to === item.to)
  return (
    <Drawer isOpen={isOpen} onOpenChange={onOpenChange} title="Menu" side="right">
      <nav aria-label="Menu" className="-mt-2">
        {[...MAIN_ITEMS, ...ACCOUNT_ITEMS].map((item) => (
          <Link
            key={item.to}
            to={item.to}
            onClick={close}
            className="flex h-13 items-center border-line border-b text-md data-[status=active]:font-semibold data-[status=active]:text-accent"
          >
            {item.label}
          </Link>
        ))}
        <div className="flex items-center justify-between border-line border-b py-3">
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
