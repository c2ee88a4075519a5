import type { AuditFilters } from '#api/contract/admin-audit.ts'
import { SEARCH_TEXT_MAX } from '#api/contract/user-list-words.ts'

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
  for (const name of DAYS) if (isDay(search[name])) filters[name] = String(search[name])
  return filters
}

function isDay(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value)
  )
}
