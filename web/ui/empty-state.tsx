import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  /** The screen holds nothing else: the title is its heading. */
  isWholeScreen?: boolean
  /** One fact worth knowing. */
  children?: ReactNode
  /** The one action worth offering. */
  action?: ReactNode
}

/** Shown where there are no rows yet. */
export function EmptyState({
  icon: Icon,
  title,
  isWholeScreen = false,
  children,
  action,
}: EmptyStateProps) {
  const Heading = isWholeScreen ? 'h1' : 'h2'
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      {Icon && <Icon aria-hidden className="mb-4 size-7 text-muted" strokeWidth={1.5} />}
      <Heading className="font-semibold text-md">{title}</Heading>
      {children && (
        <div className="mt-1 w-full max-w-100 text-balance text-muted *:[p]:text-balance">
          {children}
        </div>
      )}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
