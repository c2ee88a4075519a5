import type { OwnerKind } from '#db/schema/synced-tables.ts'
import type { MutationTracker } from '#sync/client/outbox/mutation-tracker.ts'
import type { StatusBoard } from '#sync/client/status.ts'
import type { Database } from '#sync/client/tables/database.ts'
import type { Replica } from '#sync/client/tables/replica.ts'
import { type ShapeId, shapeId, shapesOf, splitShapeId } from '#sync/contract/shapes.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { Connection } from './connection.ts'
import type { GatheredLive } from './gathered-live.ts'
import { RequestLimit } from './request-limit.ts'
import { followShape, REQUESTS_PER_MINUTE } from './shape-streams.ts'

/** Number of failed refetches of a shape after which the tables count as broken. */
const FAILED_REFETCHES_MAX = 3

interface FollowedShapesOptions {
  userId: string
  baseUrl: string
  /** Factor on all pauses, for tests. */
  pauseScale: number
  database: Pick<Database, 'query'>
  replica: Pick<Replica, 'cursors' | 'teams' | 'refetch' | 'admit' | 'writeEarly' | 'isReadFrom'>
  tracker: Pick<MutationTracker, 'applyBatch' | 'join' | 'leave'>
  connection: Connection
  live: Pick<GatheredLive, 'ask'>
  reader: Pick<AnswerReader, 'read'>
  board: Pick<StatusBoard, 'dispatch' | 'set' | 'status'>
  /** Removes a team's rows with all that belongs to them, after their streams have ended. */
  removeRows(teamId: string): Promise<void>
  /** Called when a shape was fetched again. */
  onRefetched(): void
  /** Receives errors that no caller can catch. */
  onFault(fault: unknown): void
  /** Ends every stream. */
  signal: AbortSignal
}

/**
 * The streams of a device: of the account's shapes, and of those of each team that its memberships
 * name. Keeps the device's status for all of them.
 */
export class FollowedShapes {
  /** The limit of each followed shape. */
  private readonly limits = new Map<ShapeId, RequestLimit>()
  private readonly upToDate = new Set<ShapeId>()
  private readonly paused = new Set<ShapeId>()
  private readonly streams = new Set<Promise<void>>()
  /** Ends the streams of each followed owner. */
  private readonly owners = new Map<string, AbortController>()
  private readonly leaving = new Map<string, Promise<void>>()
  private reading: Promise<unknown> = Promise.resolve()
  /** Number of changes of the memberships that were not read yet: they may name more teams. */
  private unread = 0
  /**
   * Set once the memberships come from the server and outrank earlier refusals. A team that was left
   * because its lease ended is then fetched again, or refused.
   */
  private isStarted = false
  private readonly memberships: ShapeId

  constructor(private readonly options: FollowedShapesOptions) {
    this.memberships = shapeId('memberships', options.userId)
  }

  /** Follows the account's shapes, and the teams that the rows on the device name. */
  async start(): Promise<void> {
    this.followOwner(this.options.userId, 'account')
    this.found()
    await this.followTeams()
    this.isStarted = true
  }

  /** Updates the status after the server was reached. */
  reached(): void {
    this.found()
    this.notifyUpToDate()
  }

  /** Sets whether every followed shape has rows here. */
  count(): void {
    this.options.board.set({ isComplete: this.isComplete() })
  }

  /** Sends requests that wait for their limit. */
  retryNow(): void {
    for (const limit of this.limits.values()) limit.retryNow()
  }

  /** Resolves once every stream has ended, after the signal. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.streams, ...this.leaving.values(), this.reading])
  }

  /** Follows the teams that the changed memberships name; until then, rows may be missing. */
  readMemberships(): void {
    this.unread += 1
    const done = () => {
      this.unread -= 1
      this.count()
      this.notifyUpToDate()
    }
    // The error was reported; the next change tries again.
    this.followTeams().then(done, done)
  }

  /**
   * Follows the teams that the account is in by its own rows, and leaves all others. Those that were
   * left before are followed once these rows are up to date: they may be older than a refusal.
   */
  followTeams(): Promise<void> {
    const { database, replica, tracker, userId, signal, onFault } = this.options
    const turn = this.reading.then(async () => {
      if (signal.aborted || !replica.cursors.has(this.memberships)) return
      const { rows } = await database.query<{ team_id: string; was_left: boolean }>(
        `select team_id, team_id in (select team_id from left_teams) as was_left
         from memberships where ended_at is null`,
      )
      const isCurrent = this.isStarted || this.upToDate.has(this.memberships)
      const teams = new Set(rows.map(({ team_id }) => team_id))
      for (const ownerId of new Set([...this.owners.keys(), ...replica.teams])) {
        if (ownerId !== userId && !teams.has(ownerId))
          await this.leave(ownerId, { isRemoved: true })
      }
      for (const { team_id: teamId, was_left } of rows) {
        if (this.owners.has(teamId) || (was_left && !isCurrent)) continue
        // A removal under way would delete the rows of the new streams, and reject all later ones.
        await this.leaving.get(teamId)
        replica.admit(teamId)
        tracker.join(teamId)
        this.followOwner(teamId, 'team')
        this.count()
      }
    })
    this.reading = turn.catch(onFault)
    return turn
  }

  /**
   * Ends the streams of a team, and removes its rows with all that belongs to them.
   * @param isRemoved whether the account is no longer in it, so that its unsent mutations are over, too.
   */
  leave(teamId: string, { isRemoved }: { isRemoved: boolean }): Promise<void> {
    const turn = this.leaving.get(teamId) ?? this.removeTeam(teamId, isRemoved)
    this.leaving.set(teamId, turn)
    return turn.finally(() => this.leaving.delete(teamId))
  }

  private async removeTeam(teamId: string, isRemoved: boolean): Promise<void> {
    const { tracker, removeRows } = this.options
    this.owners.get(teamId)?.abort()
    this.owners.delete(teamId)
    for (const shapes of [this.limits, this.upToDate, this.paused]) {
      for (const shape of shapes.keys()) {
        if (splitShapeId(shape).ownerId === teamId) shapes.delete(shape)
      }
    }
    if (isRemoved) await tracker.leave(teamId)
    await removeRows(teamId)
    this.count()
    this.notifyUpToDate()
  }

  private followOwner(ownerId: string, kind: OwnerKind): void {
    const ending = new AbortController()
    this.owners.set(ownerId, ending)
    const until = AbortSignal.any([this.options.signal, ending.signal])
    for (const name of shapesOf(kind)) {
      const limit = new RequestLimit(REQUESTS_PER_MINUTE, this.options.pauseScale)
      const shape = shapeId(name, ownerId)
      this.limits.set(shape, limit)
      const stream = this.followShape(shape, limit, until)
      this.streams.add(stream)
      void stream.finally(() => this.streams.delete(stream))
    }
  }

  private followShape(shape: ShapeId, limit: RequestLimit, until: AbortSignal): Promise<void> {
    const { board, tracker, onRefetched, onFault, ...options } = this.options
    const { ownerId } = splitShapeId(shape)
    let failures = 0
    return followShape({
      ...options,
      shape,
      limit,
      signal: until,
      onFault,
      onNotAMember: () => {
        if (ownerId !== options.userId) this.leave(ownerId, { isRemoved: true }).catch(onFault)
      },
      onUnknown: () => board.set({ unknownMessages: board.status.unknownMessages + 1 }),
      onBatch: async (batch) => {
        try {
          await tracker.applyBatch(batch)
          if (batch.isRefetch) onRefetched()
          failures = 0
        } catch (error) {
          failures += batch.isRefetch ? 1 : 0
          if (failures >= FAILED_REFETCHES_MAX) board.dispatch('broke')
          throw error
        }
        if (until.aborted) return
        const isNews = !this.upToDate.has(shape)
        this.upToDate.add(shape)
        if (isNews && shape === this.memberships) this.readMemberships()
        this.paused.delete(shape)
        board.set({ isPaused: this.paused.size > 0 })
        this.count()
        this.notifyUpToDate()
      },
      onBehind: () => {
        if (until.aborted) return
        this.upToDate.delete(shape)
        board.dispatch('fell_behind')
      },
      onPaused: () => {
        if (until.aborted) return
        this.paused.add(shape)
        board.set({ isPaused: true })
      },
    })
  }

  private isComplete(): boolean {
    const { cursors } = this.options.replica
    return this.unread === 0 && [...this.limits.keys()].every((shape) => cursors.has(shape))
  }

  private found(): void {
    this.count()
    this.options.board.dispatch(this.isComplete() ? 'rows_found' : 'rows_missing')
  }

  private notifyUpToDate(): void {
    if (this.unread === 0 && this.upToDate.size === this.limits.size) {
      this.options.board.dispatch('up_to_date')
    }
  }
}
