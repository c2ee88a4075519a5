import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { AdminStatistics } from '#api/contract/admin-statistics.ts'
import { Figures } from '#web/lib/admin/admin-figures.tsx'
import { fetchStatistics } from '#web/lib/admin/admin-statistics-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { ADMIN_AUDIT, ADMIN_SETTINGS } from '#web/lib/navigation-items.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { SubmissionTable } from './submission-table.tsx'

/**
 * `/admin-dashboard`: resumes awaiting a decision, and the product's figures.
 * @param children are shown below.
 */
export function DashboardScreen({ children }: { children: ReactNode }) {
  const [page, setPage] = useState(1)
  const { statistics, recount } = useStatistics()
  return (
    <div className="page flex flex-1 flex-col py-6 md:py-10">
      <header className="flex flex-wrap items-center gap-4 pb-6">
        <h1 className="flex-auto font-semibold text-xl">Profile Approvals</h1>
        <div className="flex flex-wrap gap-2">
          {[ADMIN_AUDIT, ADMIN_SETTINGS].map(({ label, to }) => (
            <Link key={to} to={to} className={buttonClass()}>
              {label}
            </Link>
          ))}
        </div>
      </header>
      <Figures statistics={statistics} />
      <h2 className="pt-8 pb-4 font-semibold text-md">Pending submissions</h2>
      <SubmissionTable status="pending" page={page} onPageChange={setPage} onDecided={recount} />
      {children}
    </div>
  )
}

/** Undefined until loaded; a failed reload keeps the former figures. */
function useStatistics() {
  const [statistics, setStatistics] = useState<AdminStatistics>()
  const recount = useCallback(() => {
    fetchStatistics().then(setStatistics, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }, [])
  useEffect(recount, [recount])
  return { statistics, recount }
}
