import { LogicalReplicationService, type Pgoutput } from 'pg-logical-replication'
import { formatLsn, type Lsn, parseLsn } from './offset.ts'
import { SESSION_FORMAT } from './session-format.ts'
import type { Session } from './slot.ts'
import { bytesOf, type Row } from './table.ts'
import { TextPgoutput } from './text-pgoutput.ts'

/** A transaction that committed, while its changes arrive. */
export interface Transaction {
  /** The low 32 bits of its id. */
  xid: number
  /** Where its commit is written. */
  lsn: Lsn
}

export interface StreamedChange {
  tableOid: number
  old: Row | undefined
  new: Row | undefined
  /** Counts within the transaction; each change has room for two messages. */
  op: number
}

/** What becomes of what the stream brings. Calls never overlap, and the stream waits for each. */
export interface Receiver {
  begin(tx: Transaction): Promise<void>
  /** The form of a table, before the first change in it and after each change of its form. */
  relation(tx: Transaction, relation: Pgoutput.MessageRelation): void
  /** Part of the changes of a transaction, in order. */
  changes(tx: Transaction, changes: StreamedChange[]): Promise<void>
  truncate(tx: Transaction, tableOids: number[]): void
  /** @param end where the log goes on after it */
  commit(tx: Transaction, end: Lsn): Promise<void>
  /** Everything before this place has been received. @throws what ends the stream, as all of them */
  reached(lsn: Lsn): void
}

/** So much is gathered before it is handed on; bounds what a large transaction takes. */
const BATCH_CHANGES = 500
const BATCH_BYTES = 1024 * 1024

/** So often in a row the server is asked whether it is there before it is taken for gone. */
const MAX_UNANSWERED = 4

interface StreamOptions {
  databaseUrl: string
  receiver: Receiver
  /** Runs before the stream, in its session. @returns the slot to read from, and how far it is */
  prepare(session: Session): Promise<{ name: string; confirmed: Lsn }>
  /** So long nothing need be heard of a server that is there: it may be busy, and only then answer. */
  silenceMs: number
}

/**
 * One run of the replication stream, from where the slot was last confirmed.
 *
 * Nothing is confirmed but by `confirm`: the slot keeps what is not safely on disk yet.
 */
export class ReplicationStream {
  readonly #service: LogicalReplicationService
  readonly #options: StreamOptions
  readonly #receiver: Receiver
  #tx: Transaction | undefined
  #ops = 0
  #batch: StreamedChange[] = []
  #batchBytes = 0
  #parsed = 0
  #handled = 0
  #unanswered = 0
  /** A place the server has reached, good once the messages before it are handled. */
  #mark: { lsn: Lsn; afterMessages: number } | undefined
  #confirmed: Lsn = 0n
  #failure: Error | undefined
  #receiving: Promise<void> | undefined

  constructor(streamOptions: StreamOptions) {
    this.#options = streamOptions
    this.#receiver = streamOptions.receiver
    const options = Object.entries(SESSION_FORMAT).map(([name, value]) => `-c ${name}=${value}`)
    this.#service = new LogicalReplicationService(
      {
        connectionString: streamOptions.databaseUrl,
        connectionTimeoutMillis: streamOptions.silenceMs,
        application_name: 'clinidex-shapes',
        options: options.join(' '),
        keepAlive: true,
      },
      { acknowledge: { auto: false, timeoutSeconds: 0 }, flowControl: { enabled: true } },
    )
  }

  /** Receives until the connection ends or something fails, which it throws; `stop` ends it too. */
  async run(onStarted: () => void): Promise<void> {
    let asking: NodeJS.Timeout | undefined
    this.#service.on('start', () => {
      asking = setInterval(() => this.#ask(), this.#options.silenceMs / MAX_UNANSWERED)
      onStarted()
    })
    this.#service.on('data', (_lsn, message: Pgoutput.Message) => {
      this.#receiving = this.#handle(message)
      return this.#receiving
    })
    this.#service.on('heartbeat', (lsn, _time, isAnswerWanted) => {
      this.#unanswered = 0
      this.#mark = { lsn: parseLsn(lsn), afterMessages: this.#parsed }
      try {
        this.#passMark()
      } catch (error) {
        void this.#fail(error)
      }
      // Who does not answer for a minute is taken for dead, however idle the database is.
      if (isAnswerWanted) this.confirm(this.#confirmed)
    })
    // Also thrown by `subscribe`; an emitter without a listener would end the process.
    this.#service.on('error', (error) => {
      this.#failure ??= error
    })
    const prepare = async (session: Session) => {
      const { name, confirmed } = await this.#options.prepare(session)
      this.#confirmed = confirmed
      return name
    }
    const plugin = new TextPgoutput(prepare, () => {
      this.#parsed++
      this.#unanswered = 0
    })
    try {
      // The plugin asks for the slot once it has a session; the name here is not used.
      await this.#service.subscribe(plugin, '', '0/0')
    } finally {
      clearInterval(asking)
    }
    if (this.#failure) throw this.#failure
  }

  /** Ends it; what was being received when it was called is done when it returns. */
  async stop(): Promise<void> {
    await this.#service.destroy()
    await this.#receiving
  }

  /** Lets the server forget what lies before this place. */
  confirm(lsn: Lsn): void {
    this.#confirmed = lsn
    this.#tell()
  }

  /** @param isAnswerWanted from a server that is there something is heard then */
  #tell(isAnswerWanted = false): void {
    // The library adds one to what it is given. That byte could be the first of the next commit,
    // which the server would then never send again.
    void this.#service.acknowledge(formatLsn(this.#confirmed - 1n), isAnswerWanted)
  }

  /** A connection may end without a word: a cable, a firewall that forgot it. */
  #ask(): void {
    // While what came is worked through nothing is read, and nothing can be heard.
    if (this.#handled < this.#parsed) this.#unanswered = 0
    if (this.#unanswered === MAX_UNANSWERED) {
      void this.#fail(new Error('Nothing is heard from the database any more.'))
      return
    }
    this.#unanswered++
    this.#tell(true)
  }

  async #fail(error: unknown): Promise<void> {
    this.#failure ??= error instanceof Error ? error : new Error(String(error))
    await this.#service.stop()
  }

  async #handle(message: Pgoutput.Message): Promise<void> {
    if (this.#failure) return
    try {
      await this.#receive(message)
      this.#handled++
      this.#passMark()
    } catch (error) {
      // The library would go on with the next message; a gap must never follow.
      await this.#fail(error)
    }
  }

  async #receive(message: Pgoutput.Message): Promise<void> {
    if (message.tag === 'begin') {
      this.#tx = { xid: message.xid >>> 0, lsn: parseLsn(message.commitLsn ?? '0/0') }
      this.#ops = 0
      return this.#receiver.begin(this.#tx)
    }
    const tx = this.#tx
    if (!tx) throw new Error(`A message without a transaction: ${message.tag}.`)
    switch (message.tag) {
      case 'relation':
        await this.#handOver(tx)
        return this.#receiver.relation(tx, message)
      case 'insert':
        return this.#add(tx, message.relation, undefined, message.new)
      case 'update':
        return this.#add(tx, message.relation, message.old ?? undefined, message.new)
      case 'delete':
        return this.#add(tx, message.relation, message.old ?? undefined, undefined)
      case 'truncate': {
        await this.#handOver(tx)
        const oids = message.relations.map(({ relationOid }) => relationOid)
        this.#ops += 2 * oids.length
        return this.#receiver.truncate(tx, oids)
      }
      case 'commit':
        await this.#handOver(tx)
        await this.#receiver.commit(tx, parseLsn(message.commitEndLsn ?? '0/0'))
        this.#tx = undefined
    }
  }

  async #add(
    tx: Transaction,
    { relationOid }: Pgoutput.MessageRelation,
    old: Row | undefined,
    current: Row | undefined,
  ): Promise<void> {
    this.#batch.push({ tableOid: relationOid, old, new: current, op: this.#ops })
    this.#ops += 2
    this.#batchBytes += bytesOf(old) + bytesOf(current)
    const isFull = this.#batch.length >= BATCH_CHANGES || this.#batchBytes >= BATCH_BYTES
    if (isFull) await this.#handOver(tx)
  }

  async #handOver(tx: Transaction): Promise<void> {
    const batch = this.#batch
    if (batch.length === 0) return
    this.#batch = []
    this.#batchBytes = 0
    await this.#receiver.changes(tx, batch)
  }

  #passMark(): void {
    if (!this.#mark || this.#tx || this.#handled < this.#mark.afterMessages) return
    this.#receiver.reached(this.#mark.lsn)
    this.#mark = undefined
  }
}
