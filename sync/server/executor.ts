/**
 * Runs a device's mutations with the last word. One owner's run one after the other, each in a
 * transaction of its own that also keeps the answer, so that a repeated push is answered and not
 * run. A mutation that may not or cannot be done is an answer too, `rejected`, and so is one that
 * fails for a reason nobody foresaw: its author sees it, and nothing behind it is held up. What fails
 * for passing reasons is thrown, and the device sends it again.
 */
import postgres, { type TransactionSql } from 'postgres'
import type { Queryable, Sql } from '#db/client.ts'
import { isStorableThroughout } from '#db/schema/storable.ts'
import { AppError } from '#sync/contract/errors.ts'
import { MUTATIONS, type MutationName, mutationOf } from '#sync/contract/mutations.ts'
import type { Action } from '#sync/contract/permissions.ts'
import { assertQuotas } from '#sync/contract/quotas.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import type { MutationResult, PushResponse, WireMutation } from '#sync/contract/wire.ts'
import { checkAge } from './mutation-age.ts'
import { lockOwner } from './owner-lock.ts'
import { postgresRows } from './postgres-rows.ts'

/** What is asked about the owner who pushes. */
export interface Permission {
  /** @throws AppError in the words of what the owner lacks. */
  check(action: Action): void
  /**
   * Counts one use, in the transaction that has it.
   * @throws AppError when that is one too many.
   */
  count(tx: Queryable, action: Action): Promise<void>
}

type Rejected = Omit<Extract<MutationResult, { status: 'rejected' }>, 'id'>
interface Applied {
  status: 'applied'
  tables: ShapeName[]
}
/** The answer as it is kept. Which transaction it was says the row that keeps it. */
type Found = Applied | Rejected
type Answer = (Applied & { txid: number }) | Rejected

interface PushOptions {
  /** By the clock of the device, when it sent the push; ours where it does not say. */
  sentAt?: Date | undefined
  /** Told of what nobody foresaw. */
  onFault?: (fault: unknown) => void
}

/**
 * Executes a push in its order.
 * @throws AppError `sync_unavailable` for what passes: a deadlock, a lost connection. What ran until
 * then stays, and is answered as it was when the push comes again.
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
      // Without an answer of before: it may have been there, and be purged.
      checkAge(mutation, sentAt)
      return { status: 'applied', tables: await run(tx, ownerId, mutation, permission) }
    })
  } catch (error) {
    // What it wrote before it failed is rolled back by now; the refusal is kept by itself.
    const { code, message, data } = asRejection(error)
    if (code === 'internal_error') onFault(error)
    const rejection = { code, message, ...(data === undefined ? {} : { data }) }
    return once(sql, ownerId, mutation, async () => ({ status: 'rejected', ...rejection }))
  }
}

/** The answer of before; without one, the answer that is found now, kept in its transaction. */
async function once(
  sql: Sql,
  ownerId: string,
  { id }: WireMutation,
  find: (tx: TransactionSql) => Promise<Found>,
): Promise<Answer> {
  return sql.begin(async (tx) => {
    // Sent together, but seen in order: who waited for the lock reads what its holder left. The
    // transaction that wrote the answer is the one that did the mutation, or the one that brought both
    // here when the database was moved, where those of before mean nothing.
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

/** @param txid of the transaction the low 32 bits, which is what the stream of changes names it by. */
function answerOf(found: Found, txid: string | undefined): Answer {
  return found.status === 'applied' ? { ...found, txid: Number(txid) } : found
}

/**
 * Runs a mutation.
 * @returns the tables it changed.
 * @throws AppError when it may not or cannot be done.
 */
async function run(
  tx: TransactionSql,
  ownerId: string,
  { name, args }: WireMutation,
  permission: Permission,
): Promise<ShapeName[]> {
  if (!Object.hasOwn(MUTATIONS, name)) {
    throw new AppError('invalid_input', 'This version does not know that change.')
  }
  const mutation = mutationOf(name as MutationName)
  // Before any read, or a refusal could tell what is there.
  permission.check(mutation.action)
  // Here for all of them: also what no schema names (a key of a search, what a message then quotes)
  // would be stored, if only in the answer that is kept.
  if (!isStorableThroughout(args)) throw new AppError('invalid_input', 'This is not valid text.')
  const parsed = mutation.args.safeParse(args)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new AppError('invalid_input', `${issue?.path.join('.')}: ${issue?.message}`)
  }
  const more = mutation.alsoAction?.(parsed.data)
  if (more) permission.check(more)
  const rows = postgresRows(tx, { ownerId, now: new Date() })
  await mutation.run(rows, parsed.data)
  await assertQuotas(ownerId, rows.inserted, async (text, params) => {
    const [counted] = await tx.unsafe<{ count: number }[]>(text, params)
    return counted
  })
  const tables = [...rows.written]
  if (tables.length > 0) {
    await permission.count(tx, mutation.action)
    if (more) await permission.count(tx, more)
  }
  return tables
}

/** @throws what is not an answer to the mutation. */
function asRejection(error: unknown): AppError {
  if (error instanceof AppError) return error
  // Data that PostgreSQL cannot hold (22), or these tables (23, but for 23503, which passes): it
  // never will be, however often it is sent.
  if (error instanceof postgres.PostgresError && /^(22|23(?!503))/.test(error.code)) {
    return new AppError('invalid_input', 'This cannot be stored.', { cause: error })
  }
  if (isPassing(error)) throw error
  return new AppError('internal_error', 'Something failed on our side.', { cause: error })
}

/**
 * Whether an error says nothing about the mutation: the connection or server went (08, 53, 57, 58),
 * the server takes no writes (25006), a lock or a serialization failed (40, 55P03), or somebody was
 * removed from the directory between two statements (23503). Node's own codes are of the network.
 */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(E[A-Z]|CONNECT|08|25006|40|53|57|58|55P03|23503)/.test(code)
}
