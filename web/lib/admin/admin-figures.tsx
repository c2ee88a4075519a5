import type { AdminStatistics } from '#api/contract/admin-statistics.ts'
import { formatCount } from '#web/lib/format.ts'

const LABELS = {
  total_users: 'Total users',
  active_subscriptions: 'Active subscriptions',
  paid_subscriptions: 'Paid subscriptions',
  total_exports: 'Total exports',
} as const satisfies Record<keyof AdminStatistics, string>

/** The dashboard's counts; a dash stands for a missing one. */
export function Figures({ statistics }: { statistics: AdminStatistics | undefined }) {
  const names = Object.keys(LABELS) as (keyof AdminStatistics)[]
  return (
    <dl className="grid grid-cols-2 border-line border-y md:grid-cols-4">
      {names.map((name) => (
        <div key={name} className="flex flex-col-reverse justify-end py-4 pr-4">
          <dt className="text-muted text-sm">{LABELS[name]}</dt>
          <dd className="text-xl tabular-nums">
            {statistics ? formatCount(statistics[name]) : '–'}
          </dd>
        </div>
      ))}
    </dl>
  )
}
