import type { Pgoutput } from 'pg-logical-replication'
import type { Logger } from 'pino'
import type { Sql } from '#db/client.ts'
import type { Mutex } from './mutex.ts'
import type { Lsn } from './offset.ts'
import { isVisible, type PgSnapshot } from './pg-snapshot.ts'
import type { Shape } from './shape.ts'
import type { Route } from './shape-router.ts'
import type { Shapes } from './shapes.ts'
import type { Receiver, StreamedChange, Transaction } from './stream.ts'
import type { Table } from './table.ts'
import { askWhere } from './where-ask.ts'

/** So many transactions are remembered; more cannot be sent and still invisible, each has a session. */
const REMEMBERED = 1000

/** The stream does not bring what it brought before: the database was put back to an earlier state. */
export class OtherHistory extends Error {}

/** Writes what the stream brings to the shapes it concerns. */
export class Applier implements Receiver {
  readonly #shapes: () => Shapes
  readonly #sql: Sql
  readonly #log: Logger
  readonly #turns: Mutex
  #release: (() => void) | undefined
  #touched = new Set<Shape>()
  readonly #recent = new Set<number>()
  #lastCommit: Lsn = 0n
  #received: Lsn = 0n
  /** Where a commit has to come before anything later does. */
  #expected: Lsn | undefined

  constructor(options: { shapes: () => Shapes; sql: Sql; log: Logger; turns: Mutex }) {
    this.#shapes = options.shapes
    this.#sql = options.sql
    this.#log = options.log
    this.#turns = options.turns
  }

  /** Every change before this place is where clients can have it. */
  get received(): Lsn {
    return this.#received
  }

  /** Whether a snapshot does not see all that came with the stream before it was taken. */
  isAheadOf(snapshot: PgSnapshot): boolean {
    return [...this.#recent].some((xid) => !isVisible(xid, snapshot))
  }

  /**
   * The stream begins at a place. The last commit that is written here comes again if it lies behind it:
   * what comes in its stead is met with `OtherHistory`.
   */
  streamFrom(lsn: Lsn, lastWritten: Lsn): void {
    this.#expected = lastWritten >= lsn ? lastWritten : undefined
    this.reached(lsn)
  }

  async begin(tx: Transaction): Promise<void> {
    if (this.#expected === tx.lsn) this.#expected = undefined
    this.#checkHistory(tx.lsn)
    this.#release = await this.#turns.acquire()
  }

  async changes(tx: Transaction, changes: StreamedChange[]): Promise<void> {
    // After a lost connection the stream repeats what was not confirmed.
    if (tx.lsn <= this.#lastCommit) return
    const asked = new Map<Shape, StreamedChange[]>()
    for (const change of changes) {
      for (const route of this.#shapes().router.find(change.tableOid, [change.old, change.new])) {
        if (route.isMatch) this.#add(route.shape, tx, change, judge(route, change))
        else asked.set(route.shape, [...(asked.get(route.shape) ?? []), change])
      }
    }
    for (const [shape, itsChanges] of asked) await this.#ask(shape, tx, itsChanges)
  }

  async commit(tx: Transaction, end: Lsn): Promise<void> {
    const written = [...this.#touched].filter((shape) => !shape.isDropped && shape.commit())
    for (const shape of written) this.#shapes().touched(shape)
    if (tx.lsn > this.#lastCommit) this.#lastCommit = tx.lsn
    this.#remember(tx.xid)
    // Before anybody is woken: what they are told of the log must cover what they are given.
    this.reached(end)
    for (const shape of written) shape.publish()
    this.#end()
  }

  /** The stream broke off; what it had begun comes again. */
  abort(): void {
    for (const shape of this.#touched) shape.abort()
    this.#end()
  }

  /** Begins at a place as if nothing had been received: by another server, or for another process. */
  restart(lsn: Lsn): void {
    this.#recent.clear()
    this.#lastCommit = 0n
    this.#received = lsn
  }

  reached(lsn: Lsn): void {
    this.#checkHistory(lsn)
    if (lsn > this.#received) this.#received = lsn
  }

  relation(tx: Transaction, relation: Pgoutput.MessageRelation): void {
    for (const shape of this.#shapes().router.ofTable(relation.relationOid)) {
      // A transaction that the snapshot saw may still come, in the form the table had then.
      const isConcerned = shape.takes(tx)
      if (isConcerned && !isSameForm(shape.definition.table, relation)) {
        this.#drop(shape, 'its table changed')
      }
    }
  }

  truncate(tx: Transaction, tableOids: number[]): void {
    for (const shape of tableOids.flatMap((oid) => this.#shapes().router.ofTable(oid))) {
      if (shape.takes(tx)) this.#drop(shape, 'its table was truncated')
    }
  }

  #checkHistory(lsn: Lsn): void {
    if (this.#expected !== undefined && lsn > this.#expected) {
      throw new OtherHistory('The database was put back to an earlier state.')
    }
  }

  async #ask(shape: Shape, tx: Transaction, changes: StreamedChange[]): Promise<void> {
    const { table, where } = shape.definition
    if (!where) return
    try {
      const rows = changes.flatMap((change) => [change.old, change.new])
      const matches = await askWhere(this.#sql, table, where, rows)
      changes.forEach((change, i) => {
        this.#add(shape, tx, change, {
          old: matches[2 * i] === true,
          new: matches[2 * i + 1] === true,
        })
      })
    } catch (error) {
      // A division by zero, a time limit: nobody can say any more what is in the shape.
      this.#log.warn({ err: error }, 'The where clause of a shape could not be judged.')
      this.#drop(shape, 'its where clause failed')
    }
  }

  #add(
    shape: Shape,
    tx: Transaction,
    change: StreamedChange,
    isIn: { old: boolean; new: boolean },
  ): void {
    if (!isIn.old && !isIn.new) return
    this.#touched.add(shape)
    const seen = { old: isIn.old ? change.old : undefined, new: isIn.new ? change.new : undefined }
    shape.add(tx, seen, change.op)
  }

  #drop(shape: Shape, reason: string): void {
    this.#log.info({ handle: shape.handle }, `A shape is dropped: ${reason}.`)
    this.#shapes().drop(shape)
  }

  #remember(xid: number): void {
    this.#recent.add(xid)
    const [oldest] = this.#recent
    if (this.#recent.size > REMEMBERED && oldest !== undefined) this.#recent.delete(oldest)
  }

  #end(): void {
    this.#touched = new Set()
    this.#release?.()
    this.#release = undefined
  }
}

function judge({ isMatch }: Route, { old, new: current }: StreamedChange) {
  return {
    old: old !== undefined && isMatch?.(old) === true,
    new: current !== undefined && isMatch?.(current) === true,
  }
}

/** Whether rows still come as the shape knows them, and whole. */
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
