import { connectionUrl } from '#api/services/search/connection-url.ts'
import { connect, type Sql } from '#db/client.ts'

/** Who writes changes into the index. */
export const WRITER_LOCK = 7_318_001
/** Who fills a new index. */
export const REINDEX_LOCK = 7_318_002

/**
 * A lock that one process at a time holds; the database takes it back when that process dies. It
 * belongs to a session, hence a connection of its own, which mends itself as those of a pool do.
 */
export class AdvisoryLock {
  private readonly session: Sql

  constructor(
    sql: Sql,
    private readonly key: number,
    /** Which index it is about: each has a lock of its own. */
    private readonly index: string,
  ) {
    this.session = connect(connectionUrl(sql), { max: 1 })
  }

  /** Takes the lock or makes sure of it. False while somebody else has it. */
  async hold(): Promise<boolean> {
    // Taking it again does no harm, and after a lost connection nothing else tells the truth.
    const [row] = await this.session<{ held: boolean }[]>`
      select pg_try_advisory_lock(${this.key}, hashtext(${this.index})) as held`
    return row?.held ?? false
  }

  /** Gives the lock back for good. */
  async release(): Promise<void> {
    await this.session.end({ timeout: 1 })
  }
}
