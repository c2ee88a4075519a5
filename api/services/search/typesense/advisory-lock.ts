import { connect, type Sql } from '#db/client.ts'
import { connectionUrl } from '#db/connection-url.ts'

/** The key of the lock that the process writing changes into the index holds. */
export const WRITER_LOCK = 7_318_001
/** The key of the lock that the process filling a new index holds. */
export const REINDEX_LOCK = 7_318_002

/**
 * An advisory lock, held by one process at a time; the database releases it when that process dies.
 * It belongs to a database session, so it has its own connection, which reconnects as those of a
 * pool do.
 */
export class AdvisoryLock {
  private readonly session: Sql

  constructor(
    sql: Sql,
    private readonly key: number,
    /** The index that it protects: each index has its own lock. */
    private readonly index: string,
  ) {
    this.session = connect(connectionUrl(sql), { max: 1 })
  }

  /** Acquires the lock, or confirms that it is still held. False while another process holds it. */
  async hold(): Promise<boolean> {
    // Acquiring it again is harmless, and the only way to know whether it is still held after a
    // lost connection.
    const [row] = await this.session<{ held: boolean }[]>`
      select pg_try_advisory_lock(${this.key}, hashtext(${this.index})) as held`
    return row?.held ?? false
  }

  /** Releases the lock for good. */
  async release(): Promise<void> {
    await this.session.end({ timeout: 1 })
  }
}
