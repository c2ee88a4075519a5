/**
 * Removal of people from the directory at their own request: they enter an address, receive a mail
 * there, and confirm. Security: control of the mailbox is the only proof required, and only people
 * listed under that address are removed.
 */
import { join } from 'node:path'
import type { TransactionSql } from 'postgres'
import type { Parts } from '#api/context.ts'
import type { Env } from '#api/env.ts'
import { audit } from '#api/services/audit.ts'
import { hashOfToken, newMailedToken } from '#api/services/mail/mailed-token.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { IMPORT_LOCK } from '#db/import/import-lock.ts'
import { appendRemovals, openJournal } from '#db/removal-journal.ts'
import { retried } from '#db/retried.ts'
import type { JournalEntry } from '#db/schema/removal-outbox.ts'
import { type Identifiers, suppressionHashes, suppressPeople } from '#db/suppression.ts'
import { AppError } from '#sync/contract/errors.ts'
import { eraseHistory } from '#sync/server/shape-history.ts'

const VALID_DAYS = 7

/** The most mails per address and day, so that requests in another's name cannot flood a mailbox. */
const MAILS_A_DAY = 3

type RemovalParts = Pick<Parts, 'sql' | 'suppressionKey' | 'removalJournal' | 'log'>

/**
 * Stores a removal request. Security: it neither checks nor reveals whether the address is listed.
 * @returns the token to be mailed; null for an address that received enough mail today
 */
export async function requestRemoval(sql: Sql, email: string): Promise<string | null> {
  const { token, hash } = newMailedToken()
  return sql.begin(async (tx) => {
    // Requests for one address run one at a time, or concurrent ones would not count each other.
    await tx`
      select pg_advisory_xact_lock(hashtextextended('removal-link:' || lower(${email}), 0))`
    const rows = await tx`
      insert into removal_requests (email, token_hash, expires_at)
      select ${email}, ${hash}, now() + make_interval(days => ${VALID_DAYS})
      where (
        select count(*) from removal_requests
        where lower(email) = lower(${email}) and created_at > now() - interval '1 day'
      ) < ${MAILS_A_DAY}
      returning id`
    return rows.length > 0 ? token : null
  })
}

/**
 * Deletes a request whose mail was not sent: it must not count toward the limit, and no mail has
 * its token.
 */
export async function forgetRequest(sql: Sql, token: string): Promise<void> {
  await sql`
    delete from removal_requests where token_hash = ${hashOfToken(token)} and confirmed_at is null`
}

/**
 * Removes everyone listed under the token's address, in one transaction: from the directory, and so
 * from every list, with their submissions. A token works once.
 * @returns whether the removal is final. If not, a running import may bring a person back, and
 *   `finishRemovals` must be called both at once, because the import may have ended by now, and at
 *   its end.
 * @throws AppError `not_found` for an unknown, used or expired token
 */
export async function confirmRemoval(
  parts: RemovalParts,
  token: string,
  network: string,
): Promise<{ isDone: boolean }> {
  const { sql, suppressionKey } = parts
  const remove = async (tx: TransactionSql) => {
    const [request] = await tx<{ id: string; email: string }[]>`
      select id, email from removal_requests
      where token_hash = ${hashOfToken(token)} and confirmed_at is null and expires_at > now()
      for update`
    if (!request) throw new AppError('not_found', 'The link is not valid, or not any more.')
    const isDone = await holdOffImports(tx)
    const people = await removeListed(tx, suppressionKey, request.email)
    await tx`
      update removal_requests set confirmed_at = now(), email = ${isDone ? null : request.email}
      where id = ${request.id}`
    await audit(tx, {
      actor: { id: null },
      action: 'removal.confirm',
      subjectId: request.id,
      details: { people },
      network,
    })
    return { isDone }
  }
  // The transaction is retried: it may deadlock with one that adds the same people to a list.
  const result = await retried(() => sql.begin(remove))
  await appendToJournal(parts)
  return result
}

/** The journal's path in this environment. */
export function removalJournal(env: Pick<Env, 'REMOVALS_JOURNAL' | 'DATA_DIR'>): string {
  return env.REMOVALS_JOURNAL ?? join(env.DATA_DIR, 'removals.journal')
}

/**
 * Creates the journal if it is missing.
 * @returns its path
 * @throws when it cannot be written
 */
export async function openRemovalJournal(
  env: Pick<Env, 'REMOVALS_JOURNAL' | 'DATA_DIR'>,
): Promise<string> {
  const path = removalJournal(env)
  await openJournal(path)
  return path
}

/** Appends the latest removals to the journal; if it cannot be written, an hourly job does so. */
export async function appendToJournal({
  sql,
  removalJournal,
  log,
}: Pick<RemovalParts, 'sql' | 'removalJournal' | 'log'>): Promise<void> {
  await appendRemovals(sql, removalJournal).catch((err: unknown) =>
    log.error({ err }, 'A removal could not be appended to the journal'),
  )
}

/**
 * Repeats the removals that were confirmed while an import was running; then deletes their
 * addresses, and the requests that expired unconfirmed. While an import runs, it leaves them for
 * the notification at its end (`IMPORTED_CHANNEL`); a killed import sends none, and the hourly job
 * repeats them.
 */
export async function finishRemovals(parts: RemovalParts): Promise<void> {
  const { sql, suppressionKey } = parts
  await sql`delete from removal_requests where confirmed_at is null and expires_at < now()`
  const open = await sql<{ id: string }[]>`
    select id from removal_requests where confirmed_at is not null and email is not null`
  for (const { id } of open) {
    const removeAgain = async (tx: TransactionSql) => {
      if (!(await holdOffImports(tx))) return false
      // All processes receive the notification; the row lock lets one of them do the work.
      const [request] = await tx<{ email: string }[]>`
        select email from removal_requests where id = ${id} and email is not null for update`
      if (request) {
        await removeListed(tx, suppressionKey, request.email)
        await tx`update removal_requests set email = null where id = ${id}`
      }
      return true
    }
    if (!(await retried(() => sql.begin(removeAgain)))) break
  }
  await appendRemovals(sql, parts.removalJournal)
}

/**
 * Keeps imports from beginning until the transaction ends. The lock is shared, or a removal would
 * take another removal for an import, whose end is never notified.
 * @returns false when an import is running or waits to begin
 */
async function holdOffImports(tx: Queryable): Promise<boolean> {
  const [lock] = await tx<{ isAcquired: boolean }[]>`
    select pg_try_advisory_xact_lock_shared(${IMPORT_LOCK}) as "isAcquired"`
  return lock?.isAcquired === true
}

async function removeListed(tx: Queryable, key: Uint8Array, email: string): Promise<string[]> {
  const address = email.trim().toLowerCase()
  // This comes first: it waits for a concurrent approval, whose person is then found below.
  const sent = await tx<{ candidate_id: string | null }[]>`
    delete from candidate_submissions where lower(personal_email) = ${address}
    returning candidate_id`
  const listed = await tx<{ id: string }[]>`
    select distinct candidate_id as id from candidate_contacts
    where kind in ('personal_email', 'work_email') and lower(trim(value)) = ${address}`
  const approved = sent.map(({ candidate_id }) => candidate_id).filter((id) => id !== null)
  const people = [...new Set([...listed.map(({ id }) => id), ...approved])]
  // Security: only the address of a submission is proven. A telephone number known only from a
  // resume is not suppressed, or anyone could exclude another person by it.
  await removePeople(tx, key, people, [address])
  return people
}

/** Removes these people from the directory with all their data. */
async function removePeople(
  tx: Queryable,
  key: Uint8Array,
  people: string[],
  emails: string[],
): Promise<void> {
  // The search for other people with these telephone numbers scans the contacts of millions without
  // an index, which would slow each import down. It must not time out, or the person would stay.
  await tx`set local statement_timeout = 0`
  // Nobody puts them on a list, or writes about them, while this runs: such rows refer to these.
  await tx`select from candidates where id = any(${people}::uuid[]) order by id for update`
  // The submissions from these people's other addresses.
  await tx`
    delete from candidate_submissions
    where candidate_id = any(${people}::uuid[]) or lower(personal_email) in (
      select lower(trim(value)) from candidate_contacts
      where candidate_id = any(${people}::uuid[]) and kind in ('personal_email', 'work_email'))`
  const owners = await tx<{ id: string }[]>`
    select owner_id as id from list_members where candidate_id = any(${people}::uuid[])
    union select owner_id from saved_candidates where candidate_id = any(${people}::uuid[])
    union select owner_id from activities where candidate_id = any(${people}::uuid[])
    union select owner_id from do_not_contact where candidate_id = any(${people}::uuid[])`
  await eraseHistory(
    tx,
    owners.map(({ id }) => id),
    ['list_members', 'saved_candidates', 'activities', 'do_not_contact'],
  )
  await tx`
    update reveals set removed_at = now()
    where candidate_id = any(${people}::uuid[]) and removed_at is null`
  await suppressPeople(tx, key, people, { emails })
}

/** Identifiers processed at a time. */
const BATCH = 10_000

/**
 * Repeats removals in a restored database, which may contain people who were removed since the
 * backup: suppresses the journal's entries, and removes the people with these ids, NPIs or
 * addresses, also under another id. Repeating it changes nothing.
 * @returns how many people were removed
 */
export async function replayRemovals(
  sql: Sql,
  key: Uint8Array,
  entries: readonly JournalEntry[],
): Promise<number> {
  const hashes = entries.flatMap((entry) => entry.hashes.map((hash) => ({ ...hash, at: entry.at })))
  // At the time of the backup, a telephone number may have belonged to an office.
  const named = new Set(hashes.filter(({ kind }) => kind !== 'phone').map(({ hash }) => hash))
  const isNamed = (who: Identifiers) =>
    suppressionHashes(key, who).some(({ hash }) => named.has(hash.toString('hex')))
  return sql.begin(async (tx) => {
    await tx`
      insert into suppressions (hash, kind, created_at)
      select decode(hash, 'hex'), kind, at::timestamptz
      from jsonb_to_recordset(${JSON.stringify(hashes)}::text::jsonb) as h(hash text, kind text, at text)
      on conflict do nothing`
    const people = new Set<string>()
    const listed = await tx<{ id: string }[]>`
      select id from candidates where id = any(${entries.flatMap((entry) => entry.people)}::uuid[])`
    for (const { id } of listed) people.add(id)
    if (named.size > 0) {
      const npis = tx<{ id: string; npi: string }[]>`
        select id, npi from candidates where npi is not null`.cursor(BATCH)
      for await (const rows of npis) {
        for (const { id, npi } of rows) if (isNamed({ npi })) people.add(id)
      }
      const emails = tx<{ id: string; value: string }[]>`
        select candidate_id as id, value from candidate_contacts
        where kind in ('personal_email', 'work_email')`.cursor(BATCH)
      for await (const rows of emails) {
        for (const { id, value } of rows) if (isNamed({ emails: [value] })) people.add(id)
      }
      const sent = await tx<{ id: string; email: string }[]>`
        select id, personal_email as email from candidate_submissions`
      const gone = sent.filter(({ email }) => isNamed({ emails: [email] })).map(({ id }) => id)
      await tx`delete from candidate_submissions where id = any(${gone}::uuid[])`
    }
    if (people.size > 0) await removePeople(tx, key, [...people], [])
    return people.size
  })
}
