import { Download } from 'lucide-react'
import type { Candidate } from '#api/contract/candidates.ts'
import { requestExport } from '#web/lib/exports/request-export.ts'
import { useActor, useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'

/** Exports one person: for administrators; demo accounts see it disabled. */
export function ExportProfile({ person }: { person: Candidate }) {
  const { role } = useActor()
  const isOpen = useCan('export.run')
  if (role !== 'admin' && role !== 'demo') return null
  return (
    <Button
      aria-disabled={!isOpen || undefined}
      data-tooltip={isOpen ? undefined : 'Export functionality is disabled in demo mode'}
      className="w-full aria-disabled:opacity-60"
      onClick={() => requestExport({ ids: [person.id], people: [person], source: 'profile' })}
    >
      <Download aria-hidden />
      Export
    </Button>
  )
}
