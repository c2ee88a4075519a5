import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'

export interface Templates {
  /** Newest first. */
  templates: readonly EmailTemplateRow[]
  status: 'loading' | 'ready' | 'database' | 'connection'
}

/** The signed-in user's templates, or why they cannot be read. */
export function useTemplates(): Templates {
  const { rows, status, absence } = useLiveQuery('templates.all', {})
  const isOnline = useOnline()
  if (status === 'failed') return { templates: [], status: isOnline ? 'database' : 'connection' }
  // A device without any template may lack those on the server.
  if (rows.length === 0 && absence !== 'none') {
    return { templates: [], status: absence === 'away' ? 'connection' : 'loading' }
  }
  return { templates: rows, status }
}
