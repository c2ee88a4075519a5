import { Link, useLocation } from '@tanstack/react-router'
import { ADMIN_BAR_ITEMS, useAdminNavigation } from '#web/lib/navigation-items.ts'
import { SCROLL_ROW, useScrollRow } from '#web/ui/scroll-row.tsx'

/** The second bar of administrators. */
export function AdminBar() {
  const isShown = useAdminNavigation()
  if (!isShown || ADMIN_BAR_ITEMS.length === 0) return null
  return <Bar />
}

function Bar() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const row = useScrollRow<HTMLDivElement>('[data-status=active]', path)
  return (
    <nav aria-label="Administration" className="border-line border-b bg-wash">
      <div
        {...row}
        className={`gutter flex h-10 gap-5 text-sm [scrollbar-width:none] pointer-coarse:h-11 ${SCROLL_ROW}`}
      >
        {ADMIN_BAR_ITEMS.map((item) => (
          <Link
            key={item.to}
            to={item.to}
            className="-outline-offset-2 flex shrink-0 items-center text-muted hover:text-ink data-[status=active]:font-medium data-[status=active]:text-ink pointer-coarse:min-w-11"
          >
            {item.label}
          </Link>
        ))}
      </div>
    </nav>
  )
}
