/**
 * People take themselves out of the directory: they name an address, get a mail there, and confirm.
 * Whoever reads an address's mail may remove what is listed under it, and nobody else.
 */
import type { TransactionSql } from 'postgres'
import type { Parts } from '#api/context.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { IMPORT_LOCK } from '#db/import/import-lock.ts'
import { retried } from '#db/retried.ts'
import { suppressPeople } from '#db/suppression.ts'
import { AppError } from '#sync/contract/errors.ts'
import { audit } from './audit.ts'
import { hashOfToken, newMailedToken } from './mailed-token.ts'

const VALID_DAYS = 7

/** Mails to one address in a day: who asks in another's name must not flood them. */
const MAILS_A_DAY = 3

type RemovalParts = Pick<Parts, 'sql' | 'suppressionKey'>

/**
 * Keeps a request. It neither looks nor tells whether anybody is listed under the address.
 * @returns the token to be mailed; null for an address that got enough mail today.
 */
export async function requestRemoval(sql: Sql, email: string): Promise<string | null> {
  const { token, hash } = newMailedToken()
  const rows = await sql`
    insert into removal_requests (email, token_hash, expires_at)
    select ${email}, ${hash}, now() + make_interval(days => ${VALID_DAYS})
    where (
      select count(*) from removal_requests
      where lower(email) = lower(${email}) and created_at > now() - interval '1 day'
    ) < ${MAILS_A_DAY}
    returning id`
  return rows.length > 0 ? token : null
}

/**
 * Removes everybody listed under the address that a token was mailed to, in one transaction: from
 * the directory and so from every list, with what they sent in. A token works once.
 * @returns whether it is done: an import that runs may bring somebody back, so that `finishRemovals`
 * has to follow.
 * @throws AppError `not_found` for a token that is unknown, spent or too old.
 */
export async function confirmRemoval(
  { sql, suppressionKey }: RemovalParts,
  token: string,
  network: string,
): Promise<{ isDone: boolean }> {
  const remove = async (tx: TransactionSql) => {
    const [request] = await tx<{ id: string; email: string }[]>`
      select id, email from removal_requests
      where token_hash = ${hashOfToken(token)} and confirmed_at is null and expires_at > now()
      for update`
    if (!request) throw new AppError('not_found', 'The link is not valid, or not any more.')
    const [lock] = await tx<{ isFree: boolean }[]>`
      select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as "isFree"`
    const isDone = lock?.isFree === true
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
  // Somebody may be putting the same people on a list, one after the other.
  return retried(() => sql.begin(remove))
}

/**
 * Removes once more who was removed while an import ran, waiting for its end; then their addresses
 * are forgotten, as are requests that nobody confirmed in time.
 */
export async function finishRemovals({ sql, suppressionKey }: RemovalParts): Promise<void> {
  await sql`delete from removal_requests where confirmed_at is null and expires_at < now()`
  const open = await sql<{ id: string; email: string }[]>`
    select id, email from removal_requests where confirmed_at is not null and email is not null`
  for (const { id, email } of open) {
    const removeAgain = async (tx: TransactionSql) => {
      await tx`select pg_advisory_xact_lock(${IMPORT_LOCK})`
      await removeListed(tx, suppressionKey, email)
      await tx`update removal_requests set email = null where id = ${id}`
    }
    await retried(() => sql.begin(removeAgain))
  }
}

async function removeListed(tx: Queryable, key: Uint8Array, email: string): Promise<string[]> {
  const address = email.trim().toLowerCase()
  // First: it waits for an approval that is under way, whose person is then found below.
  const sent = await tx<{ candidate_id: string | null }[]>`
    delete from candidate_submissions where lower(personal_email) = ${address}
    returning candidate_id`
  const listed = await tx<{ id: string }[]>`
    select distinct candidate_id as id from candidate_contacts
    where kind in ('personal_email', 'work_email') and lower(trim(value)) = ${address}`
  const approved = sent.map(({ candidate_id }) => candidate_id).filter((id) => id !== null)
  const people = [...new Set([...listed.map(({ id }) => id), ...approved])]
  // What they sent in from other addresses of theirs.
  await tx`
    delete from candidate_submissions
    where candidate_id = any(${people}::uuid[]) or lower(personal_email) in (
      select lower(trim(value)) from candidate_contacts
      where candidate_id = any(${people}::uuid[]) and kind in ('personal_email', 'work_email'))`
  await tx`
    update reveals set removed_at = now()
    where candidate_id = any(${people}::uuid[]) and removed_at is null`
  // Security: of what somebody sent in only the address is proven. A telephone number that a resume
  // alone names is not remembered, or anybody could keep anybody out by it.
  await suppressPeople(tx, key, people, { emails: [address] })
  return people
}
