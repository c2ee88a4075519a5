import { Link } from '@tanstack/react-router'
import { ADMIN_BAR_ITEMS, useAdminNavigation } from '#web/lib/navigation-items.ts'

/** The second bar of administrators. */
export function AdminBar() {
  const isShown = useAdminNavigation()
  if (!isShown || ADMIN_BAR_ITEMS.length === 0) return null
  return (
    <nav aria-label="Administration" className="border-line border-b bg-wash">
      <div className="gutter flex h-10 items-center gap-5 overflow-x-auto text-sm">
        {ADMIN_BAR_ITEMS.map((item) => (
          <Link
            key={item.to}
            to={item.to}
            className="shrink-0 text-muted hover:text-ink data-[status=active]:font-medium data-[status=active]:text-ink"
          >
            {item.label}
          </Link>
        ))}
      </div>
    </nav>
  )
}
