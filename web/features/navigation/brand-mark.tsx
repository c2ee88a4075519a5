import { BRAND } from '../../../sync/contract/brand.ts'

/** The mark, and the name beside it where there is room for a name. */
export function BrandMark({ isIconOnly = false }: { isIconOnly?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-7 shrink-0">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M21.6 9.9a8.4 8.4 0 1 0 0 12.2"
          fill="none"
          strokeWidth="3.2"
          strokeLinecap="round"
          className="stroke-accent-ink"
        />
        <path
          d="M21.4 12.9v6.2M18.3 16h6.2"
          fill="none"
          strokeWidth="2.6"
          strokeLinecap="round"
          className="stroke-accent-ink"
        />
      </svg>
      <span className={isIconOnly ? 'sr-only' : 'font-semibold text-md tracking-tight'}>
        {BRAND}
      </span>
    </span>
  )
}
