import { LogicalReplicationService, type Pgoutput } from 'pg-logical-replication'
import { ERASED, type Erased } from '#sync/server/shape-history.ts'
import { formatLsn, type Lsn, parseLsn } from './lsn.ts'
import { SESSION_FORMAT } from './session-format.ts'
import type { Session } from './slot.ts'
import { bytesOf, type Row } from './table.ts'
import { TextPgoutput } from './text-pgoutput.ts'

/** A committed transaction whose changes are arriving. */
export interface Transaction {
  /** The low 32 bits of its id. */
  xid: number
  /** Place of its commit in the write-ahead log. */
  lsn: Lsn
  /** When it committed, by the database's clock, in ms since 1970. */
  committedAt: number
}

export interface StreamedChange {
  tableOid: number
  old: Row | undefined
  new: Row | undefined
  /**
   * The change's number within the transaction, by twos, because each change may need two messages.
   */
  op: number
}

/** Receives the stream. Calls never overlap, and the stream waits for each. */
export interface Receiver {
  begin(tx: Transaction): Promise<void>
  /** The form of a table, before its first change and after each change of form. */
  relation(tx: Transaction, relation: Pgoutput.MessageRelation): void
  /** Part of the changes of a transaction, in order. */
  changes(tx: Transaction, changes: StreamedChange[]): Promise<void>
  truncate(tx: Transaction, tableOids: number[]): void
  /** Rows of the transaction whose former content must not be read any more. */
  erase(tx: Transaction, erased: Erased): void
  /** @param end where the log goes on after it */
  commit(tx: Transaction, end: Lsn): Promise<void>
  /**
   * Everything before this place has been received.
   * @throws to end the stream, as every method may
   */
  reached(lsn: Lsn): void
}

/**
 * Changes are handed on in batches of this size, which bounds the memory for a large transaction.
 */
const BATCH_CHANGES = 500
const BATCH_BYTES = 1024 * 1024

/** Number of consecutive unanswered pings after which the server counts as gone. */
const MAX_UNANSWERED = 4

interface StreamOptions {
  databaseUrl: string
  receiver: Receiver
  /** Runs before the stream, in its session. @returns the slot to read from, and its place */
  prepare(session: Session): Promise<{ name: string; confirmed: Lsn }>
  /** How long the server may be silent, because a busy one responds only afterwards. */
  silenceMs: number
}

/**
 * One run of the replication stream, from where the slot was last confirmed.
 *
 * Nothing is confirmed but by `confirm`: the slot keeps what is not safely on disk yet.
 */
export class ReplicationStream {
  private readonly service: LogicalReplicationService
  private readonly receiver: Receiver
  private tx: Transaction | undefined
  private ops = 0
  private batch: StreamedChange[] = []
  private batchBytes = 0
  private parsed = 0
  private handled = 0
  private unanswered = 0
  /** A place the server has reached, valid once the messages before it are handled. */
  private mark: { lsn: Lsn; afterMessages: number } | undefined
  private confirmed: Lsn = 0n
  private failure: Error | undefined
  private receiving: Promise<void> | undefined

  constructor(private readonly options: StreamOptions) {
    this.receiver = options.receiver
    const settings = Object.entries(SESSION_FORMAT).map(([name, value]) => `-c ${name}=${value}`)
    this.service = new LogicalReplicationService(
      {
        connectionString: options.databaseUrl,
        connectionTimeoutMillis: options.silenceMs,
        application_name: 'clinidex-shapes',
        options: settings.join(' '),
        keepAlive: true,
      },
      { acknowledge: { auto: false, timeoutSeconds: 0 }, flowControl: { enabled: true } },
    )
  }

  /** Receives until the connection ends, something fails (which it throws), or `stop`. */
  async run(onStarted: () => void): Promise<void> {
    let asking: NodeJS.Timeout | undefined
    this.service.on('start', () => {
      asking = setInterval(() => this.ask(), this.options.silenceMs / MAX_UNANSWERED)
      onStarted()
    })
    this.service.on('data', (_lsn, message: Pgoutput.Message) => {
      this.receiving = this.handle(message)
      return this.receiving
    })
    this.service.on('heartbeat', (lsn, _time, isAnswerWanted) => {
      this.unanswered = 0
      this.mark = { lsn: parseLsn(lsn), afterMessages: this.parsed }
      try {
        this.reportReached()
      } catch (error) {
        void this.fail(error)
      }
      // The server drops a client that is silent for a minute, however idle the database is.
      if (isAnswerWanted) this.confirm(this.confirmed)
    })
    // Also thrown by `subscribe`; an emitter without a listener would end the process.
    this.service.on('error', (error) => {
      this.failure ??= error
    })
    const prepare = async (session: Session) => {
      const { name, confirmed } = await this.options.prepare(session)
      this.confirmed = confirmed
      return name
    }
    const plugin = new TextPgoutput(prepare, () => {
      this.parsed++
      this.unanswered = 0
    })
    try {
      // The plugin asks for the slot once it has a session; the name here is not used.
      await this.service.subscribe(plugin, '', '0/0')
    } finally {
      clearInterval(asking)
    }
    if (this.failure) throw this.failure
  }

  /** Ends the stream; returns once the message under way is handled. */
  async stop(): Promise<void> {
    await this.service.destroy()
    await this.receiving
  }

  /** Lets the server discard its log before this place. */
  confirm(lsn: Lsn): void {
    this.confirmed = lsn
    this.sendStatus()
  }

  /** @param isAnswerWanted makes a living server answer */
  private sendStatus(isAnswerWanted = false): void {
    // The library adds one to what it is given. That byte could be the first of the next commit,
    // which the server would then never send again.
    void this.service.acknowledge(formatLsn(this.confirmed - 1n), isAnswerWanted)
  }

  /**
   * Pings the server: a connection may end silently, as by a pulled cable or a firewall that forgot
   * it.
   */
  private ask(): void {
    // While messages are handled nothing is read, and no response to a ping can arrive.
    if (this.handled < this.parsed) this.unanswered = 0
    if (this.unanswered === MAX_UNANSWERED) {
      void this.fail(new Error('Nothing is heard from the database any more.'))
      return
    }
    this.unanswered++
    this.sendStatus(true)
  }

  private async fail(error: unknown): Promise<void> {
    this.failure ??= error instanceof Error ? error : new Error(String(error))
    await this.service.stop()
  }

  private async handle(message: Pgoutput.Message): Promise<void> {
    if (this.failure) return
    try {
      await this.receive(message)
      this.handled++
      this.reportReached()
    } catch (error) {
      // The library would continue with the next message, and a gap must never follow.
      await this.fail(error)
    }
  }

  private async receive(message: Pgoutput.Message): Promise<void> {
    if (message.tag === 'begin') {
      this.tx = {
        xid: message.xid >>> 0,
        lsn: parseLsn(message.commitLsn ?? '0/0'),
        committedAt: Number(message.commitTime) / 1000,
      }
      this.ops = 0
      return this.receiver.begin(this.tx)
    }
    // Messages of others may be in no transaction.
    if (message.tag === 'message' && message.prefix !== ERASED) return
    const tx = this.tx
    if (!tx) throw new Error(`A message without a transaction: ${message.tag}.`)
    switch (message.tag) {
      case 'relation':
        await this.flushBatch(tx)
        return this.receiver.relation(tx, message)
      case 'insert':
        return this.add(tx, message.relation, undefined, message.new)
      case 'update':
        return this.add(tx, message.relation, message.old ?? undefined, message.new)
      case 'delete':
        return this.add(tx, message.relation, message.old ?? undefined, undefined)
      case 'truncate': {
        await this.flushBatch(tx)
        const oids = message.relations.map(({ relationOid }) => relationOid)
        this.ops += 2 * oids.length
        return this.receiver.truncate(tx, oids)
      }
      case 'message':
        await this.flushBatch(tx)
        return this.receiver.erase(tx, JSON.parse(Buffer.from(message.content).toString()))
      case 'commit':
        await this.flushBatch(tx)
        await this.receiver.commit(tx, parseLsn(message.commitEndLsn ?? '0/0'))
        this.tx = undefined
    }
  }

  private async add(
    tx: Transaction,
    { relationOid }: Pgoutput.MessageRelation,
    old: Row | undefined,
    current: Row | undefined,
  ): Promise<void> {
    this.batch.push({ tableOid: relationOid, old, new: current, op: this.ops })
    this.ops += 2
    this.batchBytes += bytesOf(old) + bytesOf(current)
    const isFull = this.batch.length >= BATCH_CHANGES || this.batchBytes >= BATCH_BYTES
    if (isFull) await this.flushBatch(tx)
  }

  private async flushBatch(tx: Transaction): Promise<void> {
    const batch = this.batch
    if (batch.length === 0) return
    this.batch = []
    this.batchBytes = 0
    await this.receiver.changes(tx, batch)
  }

  private reportReached(): void {
    if (!this.mark || this.tx || this.handled < this.mark.afterMessages) return
    this.receiver.reached(this.mark.lsn)
    this.mark = undefined
  }
}
