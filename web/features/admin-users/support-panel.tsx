import { useEffect, useState } from 'react'
import type { SupportView } from '#api/contract/support.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatClock } from '#web/lib/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { asApiError, deedError } from './account-messages.ts'
import { endSupport, fetchSupport } from './accounts-client.ts'

const COUNTS: Record<keyof SupportView['counts'], string> = {
  lists: 'Lists',
  list_members: 'People on lists',
  saved_candidates: 'Saved people',
  saved_searches: 'Saved searches',
  email_templates: 'Templates',
  reveals: 'Reveals',
  exports: 'Exports',
}

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')

/** The view that this account's open support code gives; nothing without one. */
export function SupportPanel({ userId, onEnded }: { userId: string; onEnded(): void }) {
  const [view, setView] = useState<SupportView | null>(null)
  useEffect(() => {
    let isCurrent = true
    fetchSupport(userId).then(
      (read) => isCurrent && setView(read),
      // On failure the rest of the page looks as without a code.
      (error: unknown) => void asApiError(error),
    )
    return () => {
      isCurrent = false
    }
  }, [userId])
  if (!view) return null

  async function end() {
    try {
      await endSupport(userId)
      setView(null)
      onEnded()
    } catch (error) {
      showToast({ ...deedError(asApiError(error), 'support'), tone: 'danger' })
    }
  }

  const { counts, sync_report: report, expires_at } = view
  const facts: [string, string][] = [
    ...(Object.keys(COUNTS) as (keyof typeof COUNTS)[]).map((name): [string, string] => [
      COUNTS[name],
      formatCount(counts[name]),
    ]),
    ['Sync', report.state],
    ['Waiting', formatCount(report.pending)],
    ['Refused', formatCount(report.rejected)],
    ['All rows there', yesOrNo(report.is_complete)],
    ['Ready offline', yesOrNo(report.is_ready_offline)],
    ['Paused', yesOrNo(report.is_paused)],
    ['Needs', report.need ?? 'nothing'],
    ['Unknown messages', formatCount(report.unknown_messages)],
    ['Browser', report.browser],
  ]
  return (
    <section aria-label="Support" className="rounded-md border border-accent/40 bg-accent-wash p-4">
      <h2 className="font-semibold text-md">Support</h2>
      <p className="mt-0.5 text-muted">
        Open until {formatClock(expires_at)}, or until either of you ends it.
      </p>
      <dl className="mt-3 grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Button className="mt-4" onClick={() => void end()}>
        End support
      </Button>
    </section>
  )
}
