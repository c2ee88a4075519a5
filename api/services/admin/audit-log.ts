import { isIP } from 'node:net'
import {
  AUDIT_PAGE_SIZE,
  type AuditEntry,
  type AuditFilters,
  type AuditPage,
  type AuditQuery,
} from '#api/contract/admin-audit.ts'
import type { Queryable } from '#db/client.ts'
import { containing, cursorOf, type Keyset, pageAfter } from './keyset.ts'

const EXPORT_PAGE_SIZE = 1000

/** The most accounts that a text may match by a part of their address; further ones are ignored. */
const TEXT_ACCOUNTS_MAX = 100

/** A page of the log, newest first. */
export async function listAudit(
  sql: Queryable,
  { after, ...filters }: AuditQuery,
): Promise<AuditPage> {
  const where = matching(sql, filters, await accountsNamed(sql, filters))
  const { entries, next } = await pageAfter(after, (row) =>
    readPage(sql, where, { after: row, limit: AUDIT_PAGE_SIZE }),
  )
  return { entries, next: next && cursorOf(next) }
}

/** All matching rows, newest first, in batches. */
export async function* everyAuditEntry(
  sql: Queryable,
  filters: AuditFilters,
): AsyncGenerator<AuditEntry[]> {
  const where = matching(sql, filters, await accountsNamed(sql, filters))
  let after: Keyset | null = null
  do {
    const page: EntriesRead = await readPage(sql, where, { after, limit: EXPORT_PAGE_SIZE })
    yield page.entries
    after = page.next
  } while (after)
}

interface EntriesRead {
  entries: AuditEntry[]
  next: Keyset | null
}

interface EntryRead {
  id: string
  at: Date
  key: string
  action: string
  actor_id: string | null
  actor_email: string | null
  subject_id: string | null
  subject_email: string | null
  details: Record<string, unknown>
  network: string | null
}

async function readPage(
  sql: Queryable,
  where: ReturnType<typeof matching>,
  { after, limit }: { after: Keyset | null; limit: number },
): Promise<EntriesRead> {
  const past = after
    ? sql`and (at, id) < (${after[0]}::text::timestamptz, ${after[1]}::text::bigint)`
    : sql``
  const rows = await sql<EntryRead[]>`
    with page as (
      select * from audit_log where true ${where} ${past}
      order by at desc, id desc limit ${limit + 1})
    select page.*, page.at::text as key, actor.email as actor_email, subject.email as subject_email
    from page
    left join users actor on actor.id = page.actor_id
    left join users subject on subject.id = page.subject_id
    order by page.at desc, page.id desc`
  const entries = rows.slice(0, limit)
  const last = entries.at(-1)
  return {
    entries: entries.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      action: row.action,
      actor: row.actor_id === null ? null : { id: row.actor_id, email: row.actor_email },
      subject: row.subject_id === null ? null : { id: row.subject_id, email: row.subject_email },
      details: row.details,
      network: row.network,
    })),
    next: last && rows.length > limit ? [last.key, last.id] : null,
  }
}

/** The ids of the accounts that the filters name. */
interface NamedAccounts {
  actors: readonly string[]
  subjects: readonly string[]
  /** Accounts whose address contains the free text. */
  inText: readonly string[]
}

async function accountsNamed(
  sql: Queryable,
  { actor, subject, query }: AuditFilters,
): Promise<NamedAccounts> {
  const [actors, subjects, inText] = await Promise.all([
    actor ? idsOf(sql, actor) : [],
    subject ? idsOf(sql, subject) : [],
    query ? idsLike(sql, query) : [],
  ])
  return { actors, subjects, inText }
}

function matching(
  sql: Queryable,
  filters: AuditFilters,
  { actors, subjects, inText }: NamedAccounts,
) {
  const { query, action, actor, subject, network, from, to } = filters
  return sql`
    ${action ? sql`and action = ${action}` : sql``}
    ${actor ? sql`and actor_id = any(${[...actors]})` : sql``}
    ${subject ? sql`and subject_id = any(${[...subjects]})` : sql``}
    ${network ? sql`and network = ${network}` : sql``}
    ${from ? sql`and at >= ${from}::text::date` : sql``}
    ${to ? sql`and at < ${to}::text::date + 1` : sql``}
    ${query ? textCondition(sql, query, inText) : sql``}`
}

/**
 * Matches a network as a whole; any other text as a substring, by the trigram index of migration
 * 0021.
 */
function textCondition(sql: Queryable, text: string, accounts: readonly string[]) {
  if (isIP(text)) return sql`and network = ${text}`
  const words = sql`lower(action || ' ' || details::text) like ${containing(text)}`
  return accounts.length === 0
    ? sql`and ${words}`
    : sql`and (${words} or actor_id = any(${[...accounts]}) or subject_id = any(${[...accounts]}))`
}

/** Both the id itself, as the account may be deleted, and the id of the account with this address. */
async function idsOf(sql: Queryable, name: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from users where lower(email) = ${name.toLowerCase()} and demo_of is null`
  return [name, ...rows.map(({ id }) => id)]
}

async function idsLike(sql: Queryable, text: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from users where lower(email) like ${containing(text)} and demo_of is null
    limit ${TEXT_ACCOUNTS_MAX}`
  return rows.map(({ id }) => id)
}
