import { connect, type Sql } from '#db/client.ts'
import { connectionUrl } from '#db/connection-url.ts'

/** Held by the process that writes changes into the index. */
export const WRITER_LOCK = 7_318_001
/** Held by the process that fills a new index. */
export const REINDEX_LOCK = 7_318_002

/**
 * An advisory lock, held by one process at a time; the database releases it when that process dies.
 * It belongs to a database session, hence a connection of its own, which reconnects like a pool's.
 */
export class AdvisoryLock {
  private readonly session: Sql

  constructor(
    sql: Sql,
    private readonly key: number,
    /** The index it protects: each has a lock of its own. */
    private readonly index: string,
  ) {
    this.session = connect(connectionUrl(sql), { max: 1 })
  }

  /** Acquires the lock, or confirms that it is still held. False while another process holds it. */
  async hold(): Promise<boolean> {
    // Acquiring it again is harmless, and the only way to know after a lost connection.
    const [row] = await this.session<{ held: boolean }[]>`
      select pg_try_advisory_lock(${this.key}, hashtext(${this.index})) as held`
    return row?.held ?? false
  }

  /** Releases the lock for good. */
  async release(): Promise<void> {
    await this.session.end({ timeout: 1 })
  }
}
