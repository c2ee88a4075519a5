/**
 * Runs a device's mutations with the last word. An owner's mutations run one after the other, each
 * in a transaction that also stores its answer, so that a repeated push is answered from there. A
 * mutation that is refused is answered `rejected`, and so is one that fails unexpectedly: its
 * author sees it, and the mutations behind it go on. Passing failures are thrown, and the device
 * sends the push again.
 */
import postgres, { type TransactionSql } from 'postgres'
import type { Queryable, Sql } from '#db/client.ts'
import { isStorableThroughout, NOT_STORABLE } from '#db/schema/storable.ts'
import type { TeamRole } from '#db/schema/teams.ts'
import { AppError } from '#sync/contract/errors.ts'
import { MUTATIONS, type MutationName, mutationOf, teamOf } from '#sync/contract/mutations.ts'
import type { Action } from '#sync/contract/permissions.ts'
import { assertQuotas } from '#sync/contract/quotas.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import { canInTeam, type TeamAction } from '#sync/contract/team-permissions.ts'
import type { MutationResult, PushResponse, WireMutation } from '#sync/contract/wire.ts'
import { checkAge, madeAt } from './mutation-age.ts'
import { lockOwner } from './owner-lock.ts'
import { postgresRows } from './postgres-rows.ts'

/** The permissions of the account that pushes. */
export interface Permission {
  /** @throws AppError that names what the owner lacks. */
  check(action: Action): void
  /**
   * Checks on the role in a team, in the mutation's transaction.
   * @returns the role.
   * @throws AppError `not_a_member`, `forbidden`, `team_lapsed`.
   */
  checkInTeam(tx: TransactionSql, teamId: string, action: TeamAction): Promise<TeamRole>
  /**
   * Counts one use against a limit, in the mutation's transaction.
   * @throws AppError beyond the limit.
   */
  count(tx: Queryable, action: Action): Promise<void>
}

type Rejected = Omit<Extract<MutationResult, { status: 'rejected' }>, 'id'>
interface Applied {
  status: 'applied'
  tables: ShapeName[]
}
/** The stored result; its row names the transaction. */
type Found = Applied | Rejected
type Answer = (Applied & { txid: number }) | Rejected

interface PushOptions {
  /**
   * When the device sent the push, by its clock; the server's clock where the push does not say.
   */
  sentAt?: Date | undefined
  /** Receives unexpected errors. */
  onFault?: (fault: unknown) => void
}

/**
 * Executes a push in order.
 * @throws AppError `sync_unavailable` for passing failures: a deadlock, a lost connection.
 * Mutations that ran before stay, and get the same answer when the push is repeated.
 */
export async function push(
  sql: Sql,
  ownerId: string,
  mutations: readonly WireMutation[],
  permission: Permission,
  { sentAt = new Date(), onFault = () => undefined }: PushOptions = {},
): Promise<PushResponse> {
  const results: MutationResult[] = []
  try {
    for (const mutation of mutations) {
      const answer = await execute(sql, ownerId, mutation, permission, { sentAt, onFault })
      results.push({ id: mutation.id, ...answer })
    }
    return { results }
  } catch (error) {
    if (!isPassing(error)) throw error
    throw new AppError('sync_unavailable', 'Please try again.', { cause: error })
  }
}

async function execute(
  sql: Sql,
  ownerId: string,
  mutation: WireMutation,
  permission: Permission,
  { sentAt, onFault }: { sentAt: Date; onFault: (fault: unknown) => void },
): Promise<Answer> {
  try {
    return await once(sql, ownerId, mutation, async (tx) => {
      // There is no stored result, but it may have been purged.
      checkAge(mutation, sentAt)
      return { status: 'applied', tables: await run(tx, ownerId, mutation, permission, sentAt) }
    })
  } catch (error) {
    // The mutation's writes were rolled back; the refusal is stored in a transaction of its own.
    const { code, message, data } = asRejection(error)
    if (code === 'internal_error') onFault(error)
    const rejection = { code, message, ...(data === undefined ? {} : { data }) }
    return once(sql, ownerId, mutation, async () => ({ status: 'rejected', ...rejection }))
  }
}

/** The stored answer, or else the one found now, stored in its transaction. */
async function once(
  sql: Sql,
  ownerId: string,
  { id }: WireMutation,
  find: (tx: TransactionSql) => Promise<Found>,
): Promise<Answer> {
  return sql.begin(async (tx) => {
    // Both statements are sent together and run in order: the read comes after the lock, and sees what
    // the previous holder wrote. The transaction that wrote the result is the mutation's own, or the one
    // that copied both when the database was moved, where old ids mean nothing.
    const [, [before]] = await Promise.all([
      lockOwner(tx, ownerId),
      tx<{ result: Found; txid: string }[]>`
        select result, xmin::text as txid from mutation_results
        where owner_id = ${ownerId} and id = ${id}`,
    ])
    if (before) return answerOf(before.result, before.txid)
    const found = await find(tx)
    const [kept] = await tx<{ txid: string }[]>`
      insert into mutation_results (owner_id, id, result)
      values (${ownerId}, ${id}, ${tx.json(found as unknown as postgres.JSONValue)})
      returning pg_current_xact_id()::xid::text as txid`
    return answerOf(found, kept?.txid)
  })
}

/** @param txid the low 32 bits of the transaction's id, as the shape stream names it. */
function answerOf(found: Found, txid: string | undefined): Answer {
  return found.status === 'applied' ? { ...found, txid: Number(txid) } : found
}

/**
 * Runs a mutation.
 * @returns the tables it changed.
 * @throws AppError when it is refused or fails.
 */
async function run(
  tx: TransactionSql,
  accountId: string,
  { name, args, created_at }: WireMutation,
  permission: Permission,
  sentAt: Date,
): Promise<ShapeName[]> {
  if (!Object.hasOwn(MUTATIONS, name)) {
    throw new AppError('invalid_input', 'This version does not know that change.')
  }
  const mutation = mutationOf(name as MutationName)
  // Checked here for all mutations, and before the team is looked up: text that no schema names (a key
  // of a search, a value quoted in a message) would be stored too, if only in the answer.
  if (!isStorableThroughout(args)) throw new AppError('invalid_input', NOT_STORABLE)
  // Security: permission before any read of rows, or the refusal tells which rows exist.
  const team = teamOf(args)
  let role: TeamRole | undefined
  if (team === undefined) permission.check(mutation.action)
  else if (mutation.inTeam) role = await permission.checkInTeam(tx, team, mutation.inTeam)
  else throw new AppError('invalid_input', 'Teams have no such rows.')
  const parsed = mutation.args.safeParse(args)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new AppError('invalid_input', `${issue?.path.join('.')}: ${issue?.message}`)
  }
  const more = team === undefined ? mutation.alsoAction?.(parsed.data) : undefined
  if (more) permission.check(more)
  const target = mutation.movesTo?.(parsed.data)
  if (target) await permission.checkInTeam(tx, target, 'lists.write')
  const taken = mutation.takesFrom?.(parsed.data) ?? []
  // Security: to take people out of a team is an export, whichever way it is done.
  for (const source of taken) await permission.checkInTeam(tx, source, 'lists.export')
  // After the account's lock, teams in the order of their ids: two mutations never wait for each other.
  const teams = new Set([target, team, ...taken].filter((id) => id != null))
  for (const locked of [...teams].sort()) await lockOwner(tx, locked)
  const now = new Date()
  const rows = postgresRows(tx, {
    ownerId: team ?? accountId,
    by: accountId,
    may: (action) => role === undefined || canInTeam(role, action),
    now,
    madeAt: madeAt(created_at, sentAt, now),
  })
  await mutation.run(rows, parsed.data)
  await assertQuotas(rows.inserted, async (text, params) => {
    const [counted] = await tx.unsafe<{ count: number }[]>(text, params)
    return counted
  })
  const tables = [...rows.written]
  if (tables.length > 0 && team === undefined) {
    await permission.count(tx, mutation.action)
    if (more) await permission.count(tx, more)
  }
  return tables
}

/** @throws every error that says nothing about the mutation. */
function asRejection(error: unknown): AppError {
  if (error instanceof AppError) return error
  // PostgreSQL rejects these values (22) or these rows (23, except 23503, which passes), however often
  // they are sent.
  if (error instanceof postgres.PostgresError && /^(22|23(?!503))/.test(error.code)) {
    return new AppError('invalid_input', 'This cannot be stored.', { cause: error })
  }
  if (isPassing(error)) throw error
  return new AppError('internal_error', 'Something failed on our side.', { cause: error })
}

/**
 * Whether an error says nothing about the mutation: the connection or server went (08, 53, 57, 58),
 * the server takes no writes (25006), a lock or a serialization failed (40, 55P03), or a person was
 * removed from the directory between two statements (23503). Node's own codes are network errors, but for
 * ERR_INVALID…: a value that the driver cannot send is as wrong the next time.
 */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return (
    typeof code === 'string' &&
    /^(E(?!RR_INVALID)[A-Z]|CONNECT|08|25006|40|53|57|58|55P03|23503)/.test(code)
  )
}
