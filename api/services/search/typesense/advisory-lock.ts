import type { ReservedSql } from 'postgres'
import type { Sql } from '../../../../db/client.ts'

/** Who writes changes into the index. */
export const WRITER_LOCK = 7_318_001
/** Who fills a new index. */
export const REINDEX_LOCK = 7_318_002

/** A lock that one process at a time holds; the database takes it back when that process dies. */
export class AdvisoryLock {
  private session: ReservedSql | undefined

  constructor(
    private readonly sql: Sql,
    private readonly key: number,
  ) {}

  /** Takes the lock or makes sure of it. False while somebody else has it. */
  async hold(): Promise<boolean> {
    this.session ??= await this.sql.reserve()
    try {
      // Taking it again does no harm, and after a lost connection nothing else tells the truth.
      const [row] = await this.session<{ held: boolean }[]>`
        select pg_try_advisory_lock(${this.key}) as held`
      if (row?.held) return true
    } catch (error) {
      this.leaveSession()
      throw error
    }
    this.leaveSession()
    return false
  }

  async release(): Promise<void> {
    if (!this.session) return
    try {
      await this.session`select pg_advisory_unlock_all()`
    } finally {
      this.leaveSession()
    }
  }

  private leaveSession(): void {
    this.session?.release()
    this.session = undefined
  }
}
