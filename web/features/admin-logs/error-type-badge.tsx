import type { SearchErrorType } from '#db/schema/search-error-logs.ts'
import { badgeVariant } from './log-words.ts'

const STYLES = {
  destructive: 'bg-danger text-danger-ink',
  secondary: 'bg-wash text-ink',
  outline: 'border border-line-strong text-ink',
} as const

/** The type of an error: loud for faults of our own, quiet for passing ones. */
export function ErrorTypeBadge({ type }: { type: SearchErrorType }) {
  const variant = badgeVariant(type)
  return (
    <span
      data-variant={variant}
      className={`inline-flex h-5 items-center whitespace-nowrap rounded-[4px] px-1.5 font-medium text-xs ${STYLES[variant]}`}
    >
      {type}
    </span>
  )
}
