import { Link } from '@tanstack/react-router'
import { BRAND } from '#sync/contract/brand.ts'
import { useHydrated } from '#web/lib/hooks/use-hydrated.ts'
import { FOOTER_ITEMS } from '#web/lib/navigation-items.ts'

/**
 * Shown once the page's content is there; earlier, the content would push it away, as it would while a
 * skeleton marked `data-loading` stands in its place.
 */
export function Footer() {
  return (
    <footer className="mt-auto border-line border-t print:hidden pb-(--tab-bar-height) peer-has-data-loading:invisible peer-empty:invisible">
      <div className="page flex flex-col gap-6 py-8">
        <nav aria-label="Footer" className="-my-2 grid grid-cols-2 gap-x-6 sm:flex sm:flex-wrap">
          {FOOTER_ITEMS.map((item) => (
            <Link
              key={item.to}
              to={item.to}
              className="py-2 text-muted text-sm hover:text-ink hover:underline pointer-coarse:py-3"
            >
              {item.label}
            </Link>
          ))}
        </nav>
        <p className="text-muted text-sm">
          © <Year /> {BRAND}
        </p>
      </div>
    </footer>
  )
}

/** The present year, with its space reserved: the document may have been rendered in another year. */
function Year() {
  const isHydrated = useHydrated()
  return (
    <span className="inline-block min-w-[4ch] tabular-nums">
      {isHydrated && new Date().getFullYear()}
    </span>
  )
}
