import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export interface ErrorPanelProps {
  title: string
  /** What happened, what was kept, what to do next. */
  children: ReactNode
  action?: ReactNode
}

/** An error, in the place where it happened. */
export function ErrorPanel({ title, children, action }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="flex gap-3 rounded-md border border-danger/35 bg-danger-wash px-4 py-4"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-danger">{title}</p>
        <div className="mt-0.5">{children}</div>
        {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  )
}
