import { Link } from '@tanstack/react-router'
import { useNavigation } from '#web/lib/navigation-items.ts'

/** The bottom bar of phones, above the home indicator. */
export function TabBar() {
  const { tabs } = useNavigation()
  return (
    <nav
      aria-label="Tabs"
      className="in-[[data-returning]]:*:invisible fixed inset-x-0 bottom-0 z-20 flex h-(--tab-bar-height) overflow-x-auto border-line border-t pb-[env(safe-area-inset-bottom)] bg-paper md:hidden print:hidden"
    >
      {tabs.map(({ label, to, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/' }}
          className="flex flex-1 flex-col items-center justify-center gap-0.5 font-medium text-muted text-xs -outline-offset-4 data-[status=active]:text-accent"
        >
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
