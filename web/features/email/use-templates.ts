import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { replicaStore } from '#web/replica/replica.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'

export interface Templates {
  /** Newest first. */
  templates: readonly EmailTemplateRow[]
  status: 'loading' | 'ready' | 'database' | 'connection'
}

/** The signed-in user's templates, or why they cannot be read. */
export function useTemplates(): Templates {
  const { rows, status } = useLiveQuery('templates.all', {})
  const isServerAway = useProxyValue(replicaStore, (store) => store.status?.state === 'offline')
  const isOnline = useOnline()
  if (status === 'failed') return { templates: [], status: isOnline ? 'database' : 'connection' }
  // An offline device without any template may lack those on the server.
  const isAway = !isOnline || isServerAway
  if (rows.length === 0 && isAway) return { templates: [], status: 'connection' }
  return { templates: rows, status }
}
