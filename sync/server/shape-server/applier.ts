import type { Pgoutput } from 'pg-logical-replication'
import type { Logger } from 'pino'
import type { Sql } from '#db/client.ts'
import type { Mutex } from '#sync/server/mutex.ts'
import type { Erased } from '#sync/server/shape-history.ts'
import type { Lsn } from './lsn.ts'
import { isVisible, type PgSnapshot } from './pg-snapshot.ts'
import type { Shape } from './shape.ts'
import type { Route } from './shape-router.ts'
import type { Shapes } from './shapes.ts'
import type { Receiver, StreamedChange, Transaction } from './stream.ts'
import type { Table } from './table.ts'
import { evaluateInPostgres } from './where-in-postgres.ts'

/**
 * Number of transactions remembered. No more can be streamed and still invisible, because each has a
 * session.
 */
const REMEMBERED = 1000

/**
 * The stream differs from what was received before: the database was restored to an earlier state.
 */
export class DivergedHistoryError extends Error {}

/** Writes the stream's changes to the shapes they concern. */
export class Applier implements Receiver {
  private readonly shapes: () => Shapes
  private readonly sql: Sql
  private readonly log: Logger
  private readonly mutex: Mutex
  private release: (() => void) | undefined
  private touched = new Set<Shape>()
  private readonly recent = new Set<number>()
  private lastCommit: Lsn = 0n
  private receivedUpTo: Lsn = 0n
  /** The position of the commit that must come before any later one. */
  private expected: Lsn | undefined

  constructor(options: { shapes: () => Shapes; sql: Sql; log: Logger; mutex: Mutex }) {
    this.shapes = options.shapes
    this.sql = options.sql
    this.log = options.log
    this.mutex = options.mutex
  }

  /** Clients can read every change before this place. */
  get received(): Lsn {
    return this.receivedUpTo
  }

  /** Whether the stream brought a transaction that a snapshot does not see. */
  isAheadOf(snapshot: PgSnapshot): boolean {
    return [...this.recent].some((xid) => !isVisible(xid, snapshot))
  }

  /**
   * Notes where the stream begins. If the last commit written here lies behind that place, it comes
   * again; any other commit in its stead throws `DivergedHistoryError`.
   */
  streamFrom(lsn: Lsn, lastWritten: Lsn): void {
    this.expected = lastWritten >= lsn ? lastWritten : undefined
    this.reached(lsn)
  }

  async begin(tx: Transaction): Promise<void> {
    if (this.expected === tx.lsn) this.expected = undefined
    this.checkHistory(tx.lsn)
    this.release = await this.mutex.acquire()
  }

  async changes(tx: Transaction, changes: StreamedChange[]): Promise<void> {
    // After a lost connection the stream repeats unconfirmed transactions.
    if (tx.lsn <= this.lastCommit) return
    const asked = new Map<Shape, StreamedChange[]>()
    for (const change of changes) {
      for (const route of this.shapes().router.find(change.tableOid, [change.old, change.new])) {
        if (route.isMatch) this.add(route.shape, tx, change, matchesOf(route, change))
        else asked.set(route.shape, [...(asked.get(route.shape) ?? []), change])
      }
    }
    for (const [shape, itsChanges] of asked) await this.ask(shape, tx, itsChanges)
  }

  async commit(tx: Transaction, end: Lsn): Promise<void> {
    const written = [...this.touched].filter((shape) => !shape.isDropped && shape.commit())
    for (const shape of written) this.shapes().touched(shape)
    if (tx.lsn > this.lastCommit) this.lastCommit = tx.lsn
    this.remember(tx.xid)
    // The LSN is noted before clients are woken, because it must cover the changes they get.
    this.reached(end)
    for (const shape of written) shape.publish(tx.committedAt)
    this.end()
  }

  /** Discards the transaction under way after the stream broke off; it will be streamed again. */
  abort(): void {
    for (const shape of this.touched) shape.abort()
    this.end()
  }

  /**
   * Starts over at a position, in the history of another database or with the folder of another process.
   */
  restart(lsn: Lsn): void {
    this.recent.clear()
    this.lastCommit = 0n
    this.receivedUpTo = lsn
  }

  reached(lsn: Lsn): void {
    this.checkHistory(lsn)
    if (lsn > this.receivedUpTo) this.receivedUpTo = lsn
  }

  relation(tx: Transaction, relation: Pgoutput.MessageRelation): void {
    for (const shape of this.shapes().router.ofTable(relation.relationOid)) {
      // A transaction that the snapshot saw may still be streamed, in the table's old form.
      const isConcerned = shape.isAfterSnapshot(tx)
      if (isConcerned && !isSameForm(shape.definition.table, relation)) {
        this.drop(shape, 'its table changed')
      }
    }
  }

  truncate(tx: Transaction, tableOids: number[]): void {
    for (const shape of tableOids.flatMap((oid) => this.shapes().router.ofTable(oid))) {
      if (shape.isAfterSnapshot(tx)) this.drop(shape, 'its table was truncated')
    }
  }

  erase(tx: Transaction, { tables, rows }: Erased): void {
    const { router } = this.shapes()
    for (const { shape, isMatch } of tables.flatMap((oid) => [...router.find(oid, rows)])) {
      const isConcerned = !isMatch || rows.some((row) => isMatch(row))
      if (isConcerned && shape.isAfterSnapshot(tx)) this.drop(shape, 'former rows were erased')
    }
  }

  private checkHistory(lsn: Lsn): void {
    if (this.expected !== undefined && lsn > this.expected) {
      throw new DivergedHistoryError('The database was put back to an earlier state.')
    }
  }

  private async ask(shape: Shape, tx: Transaction, changes: StreamedChange[]): Promise<void> {
    const { table, where } = shape.definition
    if (!where) return
    try {
      const rows = changes.flatMap((change) => [change.old, change.new])
      const matches = await evaluateInPostgres(this.sql, table, where, rows)
      changes.forEach((change, i) => {
        this.add(shape, tx, change, {
          old: matches[2 * i] === true,
          new: matches[2 * i + 1] === true,
        })
      })
    } catch (error) {
      // After a division by zero or a timeout it is not known which rows are in the shape.
      this.log.warn({ err: error }, 'The where clause of a shape could not be judged.')
      this.drop(shape, 'its where clause failed')
    }
  }

  private add(
    shape: Shape,
    tx: Transaction,
    change: StreamedChange,
    isIn: { old: boolean; new: boolean },
  ): void {
    if (!isIn.old && !isIn.new) return
    this.touched.add(shape)
    const seen = { old: isIn.old ? change.old : undefined, new: isIn.new ? change.new : undefined }
    shape.add(tx, seen, change.op)
  }

  private drop(shape: Shape, reason: string): void {
    this.log.info({ handle: shape.handle }, `A shape is dropped: ${reason}.`)
    this.shapes().drop(shape)
  }

  private remember(xid: number): void {
    this.recent.add(xid)
    const [oldest] = this.recent
    if (this.recent.size > REMEMBERED && oldest !== undefined) this.recent.delete(oldest)
  }

  private end(): void {
    this.touched = new Set()
    this.release?.()
    this.release = undefined
  }
}

function matchesOf({ isMatch }: Route, { old, new: current }: StreamedChange) {
  return {
    old: old !== undefined && isMatch?.(old) === true,
    new: current !== undefined && isMatch?.(current) === true,
  }
}

/** Whether the stream still sends whole rows in the form the shape knows. */
function isSameForm(table: Table, relation: Pgoutput.MessageRelation): boolean {
  return (
    relation.replicaIdentity === 'full' &&
    relation.schema === table.schema &&
    relation.name === table.name &&
    relation.columns.length === table.columns.length &&
    table.columns.every(({ name, typeOid }, i) => {
      const column = relation.columns[i]
      return column?.name === name && column.typeOid === typeOid
    })
  )
}
