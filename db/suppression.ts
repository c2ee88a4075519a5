/**
 * Suppression: people who asked to be removed must not be imported again. Security: the table
 * contains keyed hashes of their identifiers, so that without the key a list of addresses cannot be
 * tested against it. The key is therefore part of a backup: without it no removed person is
 * recognised any longer.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keyFingerprint } from './backup/key-fingerprint.ts'
import type { Queryable } from './client.ts'
import { madeOnce } from './made-once.ts'
import { noteRemoval } from './removal-journal.ts'
import { SUBMISSION_SOURCE } from './schema/candidate-submissions.ts'
import type { SuppressionKind } from './schema/suppressions.ts'

/** The identifiers of a person, in their original spelling. */
export interface Identifiers {
  npi?: string | null | undefined
  emails?: readonly (string | null | undefined)[]
  phones?: readonly (string | null | undefined)[]
}

export interface SuppressionHash {
  kind: SuppressionKind
  hash: Buffer
}

/** The hashes of all known identifiers of a person. */
export function suppressionHashes(
  key: Uint8Array,
  { npi, emails = [], phones = [] }: Identifiers,
): SuppressionHash[] {
  const marks: [SuppressionKind, string | undefined][] = [
    ['npi', npi?.trim()],
    ...emails.map((email) => ['email', emailAddress(email)] as [SuppressionKind, string]),
    ...phones.map((phone) => ['phone', phoneDigits(phone)] as [SuppressionKind, string]),
  ]
  return marks.flatMap(([kind, value]) =>
    value
      ? // The hash includes the kind: the digits of a telephone number may be another person's NPI.
        [{ kind, hash: createHmac('sha256', key).update(`${kind}:${value}`).digest() }]
      : [],
  )
}

function emailAddress(email: string | null | undefined): string {
  return email?.trim().toLowerCase() ?? ''
}

function phoneDigits(phone: string | null | undefined): string {
  return phone?.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') ?? ''
}

/** Whether one of these identifiers is suppressed. No hash is computed while the table is empty. */
export function isSuppressed(
  suppressed: ReadonlySet<string>,
  key: Uint8Array,
  person: Identifiers,
): boolean {
  if (suppressed.size === 0) return false
  return suppressionHashes(key, person).some(({ hash }) => suppressed.has(hash.toString('hex')))
}

/** All hashes, as hexadecimal text. */
export async function suppressedHashes(sql: Queryable): Promise<Set<string>> {
  const rows = await sql<{ hash: string }[]>`select encode(hash, 'hex') as hash from suppressions`
  return new Set(rows.map(({ hash }) => hash))
}

/**
 * Deletes these people and suppresses their identifiers and the given ones, in the caller's
 * transaction; a caller that ran beside an import must repeat it. Not suppressed are a telephone
 * number or address that others share, because an office's would remove colleagues with the next
 * import, and a number known only from a submission.
 */
export async function suppressPeople(
  tx: Queryable,
  key: Uint8Array,
  ids: string[],
  said: Identifiers,
): Promise<void> {
  const known = await identifiersOf(tx, ids)
  const phones = await ownPhones(tx, ids, [...(said.phones ?? []), ...known.phones])
  const emails = await ownEmails(tx, ids, [...(said.emails ?? []), ...known.emails])
  const hashes = [
    ...suppressionHashes(key, { npi: said.npi, emails, phones }),
    ...known.npis.flatMap((npi) => suppressionHashes(key, { npi })),
  ].map(({ kind, hash }) => ({ kind, hash: hash.toString('hex') }))
  await tx`
    insert into suppressions (hash, kind)
    select decode(hash, 'hex'), kind
    from unnest(${hashes.map(({ hash }) => hash)}::text[], ${hashes.map(({ kind }) => kind)}::text[])
      as h (hash, kind)
    on conflict do nothing`
  await noteRemoval(tx, {
    at: new Date().toISOString(),
    key: keyFingerprint(key),
    people: ids,
    hashes,
  })
  // A removed person must not be in any news: neither in existing ones, whose readers count them
  // again, nor in future ones.
  const removed = await tx<{ ordinal: number }[]>`
    delete from candidates where id = any(${ids}::uuid[]) returning ordinal`
  const ordinals = removed.map(({ ordinal }) => ordinal)
  await tx`delete from candidate_changes where ordinal = any(${ordinals}::integer[])`
  await tx`
    update watches w set found_at = w.found_at
    where w.found_at > w.read_at and exists (
      select from watch_news n
      where n.owner_id = w.owner_id and n.search_owner = w.search_owner
        and n.search_id = w.search_id and n.found_at > w.read_at
        and n.ordinals && ${ordinals}::integer[])`
}

/** Whether one of these identifiers is suppressed at present, as read from the table. */
export async function isRemoved(
  sql: Queryable,
  key: Uint8Array,
  person: Identifiers,
): Promise<boolean> {
  const hashes = suppressionHashes(key, person).map(({ hash }) => hash.toString('hex'))
  const [found] = await sql`
    select 1 from suppressions
    where hash in (select decode(hex, 'hex') from unnest(${hashes}::text[]) hex) limit 1`
  return found !== undefined
}

async function identifiersOf(tx: Queryable, ids: readonly string[]) {
  const people = await tx<{ npi: string }[]>`
    select npi from candidates where id = any(${ids as string[]}::uuid[]) and npi is not null`
  const contacts = await tx<{ value: string; is_phone: boolean }[]>`
    select value, kind in ('phone', 'direct_phone') as is_phone
    from candidate_contacts where candidate_id = any(${ids as string[]}::uuid[])
      -- A number that only the person's own resume contains is unverified, and may be another person's.
      and not (kind in ('phone', 'direct_phone') and source = ${SUBMISSION_SOURCE})`
  return {
    npis: people.map(({ npi }) => npi),
    phones: contacts.filter((contact) => contact.is_phone).map(({ value }) => value),
    emails: contacts.filter((contact) => !contact.is_phone).map(({ value }) => value),
  }
}

async function ownEmails(
  tx: Queryable,
  ids: readonly string[],
  emails: readonly (string | null | undefined)[],
): Promise<string[]> {
  const addresses = [...new Set(emails.map(emailAddress))].filter((address) => address !== '')
  if (addresses.length === 0) return []
  const shared = await tx<{ address: string }[]>`
    select distinct lower(trim(value)) as address from candidate_contacts
    where kind in ('personal_email', 'work_email') and candidate_id <> all(${ids as string[]}::uuid[])
      and lower(trim(value)) = any(${addresses}::text[])`
  const taken = new Set(shared.map(({ address }) => address))
  return addresses.filter((address) => !taken.has(address))
}

/**
 * The signs that a stored number may have besides digits (`phoneOf` in `db/import/legacy-csv.ts`).
 */
const PHONE_SIGNS = '()+-./ extEXT'

async function ownPhones(
  tx: Queryable,
  ids: readonly string[],
  phones: readonly (string | null | undefined)[],
): Promise<string[]> {
  const numbers = [...new Set(phones.map(phoneDigits))].filter((digits) => digits !== '')
  if (numbers.length === 0) return []
  // Numbers are compared by their last ten digits, which is cheapest over the contacts of millions,
  // and then by all digits.
  const endings = numbers.map((digits) => digits.slice(-10))
  const alike = await tx<{ value: string }[]>`
    select value from candidate_contacts
    where kind in ('phone', 'direct_phone') and candidate_id <> all(${ids as string[]}::uuid[])
      and right(translate(value, ${PHONE_SIGNS}, ''), 10) = any(${endings}::text[])`
  const taken = new Set(alike.map(({ value }) => phoneDigits(value)))
  return numbers.filter((digits) => !taken.has(digits))
}

const KEY_BYTES = 32

/**
 * The key of the hashes: the configured one, or one generated once under the data folder.
 * @throws in production without a configured key: if it were lost with a disk, removed people
 *   would be imported again
 */
export async function suppressionKey(options: {
  given: string | undefined
  dataDir: string
  isProduction: boolean
}): Promise<Buffer> {
  if (options.given) return Buffer.from(options.given)
  if (options.isProduction) throw new Error('SUPPRESSION_KEY: is needed in production')
  const path = join(options.dataDir, 'suppression.key')
  return Buffer.from(await madeOnce(path, () => randomBytes(KEY_BYTES).toString('hex')))
}
