import { Link, useLocation } from '@tanstack/react-router'
import {
  ADMIN_AUDIT,
  ADMIN_BAR_ITEMS,
  ADMIN_DASHBOARD,
  ADMIN_SETTINGS,
} from '#web/lib/navigation-items.ts'
import { SCROLL_ROW, useScrollRow } from '#web/ui/scroll-row.tsx'

/** Screens in no menu, which the dashboard leads to: its entry is the current one there. */
const OF_DASHBOARD = [ADMIN_AUDIT, ADMIN_SETTINGS].map(({ to }) => to)

/** The second bar of administrators. */
export function AdminBar() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const row = useScrollRow<HTMLDivElement>('[data-status=active]', path)
  const isOfDashboard = OF_DASHBOARD.includes(path)
  return (
    <nav aria-label="Administration" className="border-line border-b bg-wash print:hidden">
      <div
        {...row}
        className={`gutter flex h-10 gap-5 text-sm [scrollbar-width:none] pointer-coarse:h-11 ${SCROLL_ROW}`}
      >
        {ADMIN_BAR_ITEMS.map((item) => (
          <Link
            key={item.to}
            to={item.to}
            {...(isOfDashboard &&
              item.to === ADMIN_DASHBOARD.to && { 'data-status': 'active', 'aria-current': true })}
            className="-outline-offset-2 flex shrink-0 items-center text-muted hover:text-ink data-[status=active]:font-medium data-[status=active]:text-ink pointer-coarse:min-w-11"
          >
            {item.label}
          </Link>
        ))}
      </div>
    </nav>
  )
}
