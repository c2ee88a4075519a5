import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { paginationWindow } from './pagination-window.ts'

export interface PaginationProps {
  page: number
  totalPages: number
  onPageChange(page: number): void
  /** The address of a page, so that it can be opened in a new tab. */
  hrefFor?(page: number): string
}

const ITEM =
  'inline-flex h-8 min-w-8 items-center justify-center gap-1 rounded-sm px-2 tabular-nums transition-colors pointer-coarse:h-11 pointer-coarse:min-w-11'

/** Every page can be reached. On phones: previous, next, and the place in words. */
export function Pagination({ page, totalPages, onPageChange, hrefFor }: PaginationProps) {
  if (totalPages <= 1) return null
  const step = { onPageChange, hrefFor }
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-1 md:justify-center">
      <PageLink {...step} to={page - 1} isDisabled={page <= 1} label="Previous page">
        <ChevronLeft aria-hidden className="size-4" />
        <span className="md:hidden">Previous</span>
      </PageLink>
      <p className="text-muted tabular-nums md:hidden">
        Page {page.toLocaleString('en-US')} of {totalPages.toLocaleString('en-US')}
      </p>
      <div className="hidden items-center gap-1 md:flex">
        {paginationWindow(page, totalPages).map((entry, index) =>
          entry === 'gap' ? (
            <span key={index < 3 ? 'before' : 'after'} aria-hidden className={ITEM}>
              …
            </span>
          ) : (
            <PageLink
              {...step}
              key={entry}
              to={entry}
              label={`Page ${entry}`}
              isCurrent={entry === page}
            >
              {entry.toLocaleString('en-US')}
            </PageLink>
          ),
        )}
      </div>
      <PageLink {...step} to={page + 1} isDisabled={page >= totalPages} label="Next page">
        <span className="md:hidden">Next</span>
        <ChevronRight aria-hidden className="size-4" />
      </PageLink>
    </nav>
  )
}

function PageLink({
  to,
  label,
  isCurrent = false,
  isDisabled = false,
  onPageChange,
  hrefFor,
  children,
}: Pick<PaginationProps, 'onPageChange' | 'hrefFor'> & {
  to: number
  label: string
  isCurrent?: boolean
  isDisabled?: boolean
  children: ReactNode
}) {
  const className = classNames(
    ITEM,
    isCurrent ? 'bg-accent font-medium text-accent-ink' : 'hover:bg-wash',
    isDisabled && 'cursor-not-allowed opacity-40',
  )
  const current = isCurrent ? ('page' as const) : undefined
  if (!hrefFor || isDisabled) {
    return (
      <button
        type="button"
        aria-label={label}
        aria-current={current}
        disabled={isDisabled}
        onClick={() => onPageChange(to)}
        className={className}
      >
        {children}
      </button>
    )
  }
  function handleClick(event: MouseEvent) {
    // A click with a modifier is left to the browser: new tab, new window, download.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPageChange(to)
  }
  return (
    <a
      href={hrefFor(to)}
      aria-label={label}
      aria-current={current}
      onClick={handleClick}
      className={className}
    >
      {children}
    </a>
  )
}
