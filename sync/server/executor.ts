/**
 * Runs a device's mutations with the last word. One owner's run one after the other, each in a
 * transaction of its own that also keeps the answer, so that a repeated push is answered and not
 * run. A mutation that may not or cannot be done is an answer too, `rejected`; what fails for
 * passing reasons is thrown, and the device sends it again.
 */
import postgres, { type TransactionSql } from 'postgres'
import type { Queryable, Sql } from '../../db/client.ts'
import { AppError } from '../contract/errors.ts'
import { MUTATIONS, type MutationName, mutationOf } from '../contract/mutations.ts'
import type { Action } from '../contract/permissions.ts'
import type { ShapeName } from '../contract/shapes.ts'
import type { MutationResult, PushResponse, WireMutation } from '../contract/wire.ts'
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

/** The answer as it is kept: of the log's position a later one does as well. */
type Kept =
  | { status: 'applied'; txid: number; tables: ShapeName[] }
  | Omit<Extract<MutationResult, { status: 'rejected' }>, 'id'>

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
): Promise<PushResponse> {
  const kept: Kept[] = []
  try {
    for (const mutation of mutations) {
      kept.push(await sql.begin((tx) => answer(tx, ownerId, mutation, permission)))
    }
    const [position] = await sql<{ lsn: string }[]>`
      select (pg_current_wal_insert_lsn() - '0/0')::text as lsn`
    const lsn = position?.lsn ?? ''
    const results = kept.map((result, index): MutationResult => {
      const id = mutations[index]?.id ?? ''
      return result.status === 'applied' ? { id, ...result, lsn } : { id, ...result }
    })
    return { results }
  } catch (error) {
    if (!isPassing(error)) throw error
    throw new AppError('sync_unavailable', 'Please try again.', { cause: error })
  }
}

/** The answer of before; without one, the mutation is run and its answer kept. */
async function answer(
  tx: TransactionSql,
  ownerId: string,
  mutation: WireMutation,
  permission: Permission,
): Promise<Kept> {
  const { id } = mutation
  // Sent together, but seen in order: who waited for the lock reads what its holder left.
  const [, [before]] = await Promise.all([
    lockOwner(tx, ownerId),
    tx<{ result: Kept }[]>`
      select result from mutation_results where owner_id = ${ownerId} and id = ${id}`,
  ])
  if (before) return before.result
  const result = await run(tx, ownerId, mutation, permission)
  await tx`insert into mutation_results (owner_id, id, result)
    values (${ownerId}, ${id}, ${tx.json(result as unknown as postgres.JSONValue)})`
  return result
}

async function run(
  tx: TransactionSql,
  ownerId: string,
  { name, args }: WireMutation,
  permission: Permission,
): Promise<Kept> {
  try {
    if (!Object.hasOwn(MUTATIONS, name)) {
      throw new AppError('invalid_input', 'This version does not know that change.')
    }
    const mutation = mutationOf(name as MutationName)
    // Before any read, or a refusal could tell what is there.
    permission.check(mutation.action)
    const parsed = mutation.args.safeParse(args)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new AppError('invalid_input', `${issue?.path.join('.')}: ${issue?.message}`)
    }
    const more = mutation.alsoAction?.(parsed.data)
    if (more) permission.check(more)
    // What a rejected one wrote before it failed goes with the savepoint.
    return await tx.savepoint(async (inner) => {
      const rows = postgresRows(inner, { ownerId, now: new Date() })
      await mutation.run(rows, parsed.data)
      const tables = [...rows.written]
      if (tables.length > 0) {
        await permission.count(inner, mutation.action)
        if (more) await permission.count(inner, more)
      }
      // The low 32 bits, which is what the stream of changes names a transaction by.
      const [transaction] = await inner<{ txid: string }[]>`
        select pg_current_xact_id()::xid::text as txid`
      return { status: 'applied' as const, txid: Number(transaction?.txid), tables }
    })
  } catch (error) {
    const { code, message, data } = asRejection(error)
    return { status: 'rejected', code, message, ...(data === undefined ? {} : { data }) }
  }
}

/** @throws what is not an answer to the mutation. */
function asRejection(error: unknown): AppError {
  if (error instanceof AppError) return error
  // Data that PostgreSQL cannot hold (22), or these tables (23, but for 23503, which passes): it
  // never will be, however often it is sent.
  if (error instanceof postgres.PostgresError && /^(22|23(?!503))/.test(error.code)) {
    return new AppError('invalid_input', 'This cannot be stored.', { cause: error })
  }
  throw error
}

/**
 * Whether an error says nothing about the mutation: the connection or server went (08, 57P, 53), a
 * lock or a serialization failed (40, 55P03), or somebody was removed from the directory between
 * two statements (23503).
 */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(ECONN|CONNECT|08|40|53|57|55P03|23503)/.test(code)
}
