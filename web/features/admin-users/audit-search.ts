import type { AuditFilters } from '#api/contract/admin-audit.ts'
import { SEARCH_TEXT_MAX } from '#api/contract/user-list-words.ts'
import { isRecordedDay } from '#web/lib/admin/recorded-day.ts'

const TEXTS = ['query', 'action', 'actor', 'subject', 'network'] as const
const DAYS = ['from', 'to'] as const

/** The log's filters from the search params; invalid ones are left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditFilters {
  const filters: AuditFilters = {}
  for (const name of TEXTS) {
    const value = search[name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (text) filters[name] = text.slice(0, SEARCH_TEXT_MAX)
  }
  for (const name of DAYS) {
    const value = search[name]
    if (isRecordedDay(value)) filters[name] = value
  }
  return filters
}
