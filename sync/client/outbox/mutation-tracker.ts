import type { SyncStatus } from '#sync/client/status.ts'
import { NONE_SEEN, seenWith } from '#sync/client/stream/seen-transactions.ts'
import type { ShapeBatch } from '#sync/client/stream/shape-batch.ts'
import type { Change } from '#sync/client/tables/rebase.ts'
import type { Replica } from '#sync/client/tables/replica.ts'
import { AppError } from '#sync/contract/errors.ts'
import { ownersOf } from '#sync/contract/mutations.ts'
import { type ShapeId, shapeId } from '#sync/contract/shapes.ts'
import type { MutationResult } from '#sync/contract/wire.ts'
import { Acknowledgements } from './acknowledgement.ts'
import { checkMutation } from './check-mutation.ts'
import type { Outbox } from './outbox.ts'
import type { EntryState, NewMutation, OutboxEntry } from './outbox-store.ts'
import { type CopySource, copyOf } from './save-copy.ts'

interface MutationTrackerOptions {
  userId: string
  outbox: Outbox
  replica: Pick<Replica, 'cursors' | 'mutate' | 'change'>
  now: () => number
  onCounts(counts: Pick<SyncStatus, 'pending' | 'rejected'>): void
  onFault(fault: unknown): void
}

/** The server has run a mutation, and no row shows it. */
class UnseenMutationError extends Error {
  override readonly name = 'UnseenMutationError'
}

/**
 * Follows each mutation of this device from the outbox until the server's rows hold it. What must
 * not be lost is written to the outbox before the tables; a mutation that ended leaves the tables
 * before the outbox. After a crash in between, what is done twice changes nothing.
 *
 *   acknowledged ──── no earlier one stays ────┐
 *   toDrop (rejected, discarded, not shown) ───┴─► off the tables ─► toForget ─► out of the outbox,
 *                                                                                unless rejected
 *
 * Acknowledged mutations leave in their order. An earlier one that stays, because it is sent again or a
 * shape of its own is late, runs on rows that hold the later one too: alone it would take that back.
 */
export class MutationTracker {
  private readonly acknowledgements: Acknowledgements
  /**
   * Mutations whose transaction the rows hold; each leaves once no earlier one of its owner stays.
   */
  private readonly acknowledged = new Set<string>()
  /** Acknowledged mutations that are to be removed from the outbox. */
  private readonly toForget = new Set<string>()
  /** Mutations that are to be taken off the tables. */
  private readonly toDrop = new Set<string>()
  /** Teams that the account has left; no row will acknowledge a mutation of theirs. */
  private readonly left = new Set<string>()

  constructor(private readonly options: MutationTrackerOptions) {
    const { replica, now } = options
    const seen = (shape: ShapeId) => replica.cursors.get(shape)?.seen ?? NONE_SEEN
    this.acknowledgements = new Acknowledgements({ seen, now })
  }

  /** @throws AppError with which the rows here refuse the mutation. */
  async mutate(name: NewMutation['name'], given: unknown, id?: string): Promise<{ id: string }> {
    const { outbox, replica, onFault } = this.options
    const mutation = this.newMutation(name, given, id)
    let entry: OutboxEntry | undefined
    try {
      await replica.mutate(mutation, async () => {
        entry = await outbox.add(mutation)
        return entry
      })
    } catch (error) {
      if (!entry) throw error
      // The outbox holds the mutation, but the tables do not show it: it is applied to them once more.
      onFault(error)
      await replica.change({ append: [entry] }).catch(onFault)
    }
    this.reportCounts()
    return { id: mutation.id }
  }

  /**
   * Runs entries of the outbox on the tables.
   * @param gone entries that have left the outbox, and are undone.
   */
  async enqueue(entries: readonly OutboxEntry[], gone: readonly OutboxEntry[] = []): Promise<void> {
    const append = entries.filter(({ state }) => state.kind !== 'rejected')
    this.awaitRows(append)
    await this.drop(
      gone.map(({ id }) => id),
      append,
    )
    await this.followLists()
  }

  /**
   * Writes a batch, and removes the mutations that it acknowledges. On a refetch, mutations that
   * await the shape are sent again.
   */
  async applyBatch(batch: ShapeBatch): Promise<void> {
    const { shape, position, changes, isRefetch } = batch
    const { replica, now } = this.options
    if (isRefetch) await this.resendAwaiting(shape)
    const cursor = replica.cursors.get(shape)
    const seen = seenWith(cursor?.seen ?? NONE_SEEN, batch, now())
    const hasChanges = isRefetch || changes.size > 0 || cursor?.offset !== position.offset
    if (hasChanges) {
      const acknowledged = this.acknowledgements.acknowledgedBy(shape, seen)
      await this.change({ batch, drop: this.leaving(acknowledged) })
    }
    // Includes mutations that were answered while the rows were written.
    for (const id of this.acknowledgements.note(shape)) this.acknowledged.add(id)
    await this.drop([])
  }

  /**
   * Polls for applied mutations that no row shows, while every shape is up to date, and gives up
   * those that were late twice.
   * @returns shapes to fetch anew, because they lack a transaction.
   */
  async poll(): Promise<ReadonlySet<ShapeId>> {
    const { refetch, givenUp } = this.acknowledgements.poll()
    await this.drop(givenUp)
    for (const id of givenUp) this.options.onFault(new UnseenMutationError(id))
    return refetch
  }

  /** Applies the server's answer to a push. */
  async applyResults(results: readonly MutationResult[]): Promise<void> {
    await this.options.outbox.setStates(
      new Map(results.map((result) => [result.id, stateOf(result)])),
    )
    this.awaitRows(results.map((result) => ({ id: result.id, state: stateOf(result) })))
    await this.drop(results.filter(({ status }) => status === 'rejected').map(({ id }) => id))
    await this.followLists()
  }

  /**
   * Sends mutations again that the server refused because their list was moved to a team, now with the
   * team as owner; also those whose device closed after the answer. Each is sent again only once,
   * because one that names the team is not refused as `moved`. One that cannot be built again is left to
   * its author.
   */
  private async followLists(): Promise<void> {
    const { outbox, onFault } = this.options
    for (const { id, state } of outbox.entries) {
      if (state.kind !== 'rejected' || state.code !== 'moved') continue
      const { to } = state.data as { to: string }
      const item = outbox.withDependents(id)
      const follow = ({ name, args }: OutboxEntry) =>
        this.newMutation(name, { ...(args as object), owner: to })
      try {
        await this.replace(item, item.map(follow))
      } catch (fault) {
        onFault(fault)
      }
    }
  }

  /**
   * Ends the mutations of a team that the account has left: unsent ones are rejected, as the server
   * would do, and stay for their author to decide about; applied ones are in the team's rows.
   */
  async leave(teamId: string): Promise<void> {
    const { outbox, userId } = this.options
    this.left.add(teamId)
    const own = outbox.entries.filter(({ name, args }) =>
      ownersOf(name, args, userId).includes(teamId),
    )
    const waiting = own.filter(({ state }) => state.kind === 'waiting')
    const applied = own.filter(({ state }) => state.kind === 'applied')
    await outbox.setStates(new Map(waiting.map(({ id }) => [id, NOT_A_MEMBER])))
    this.acknowledgements.forget(applied.map(({ id }) => id))
    await this.drop([...waiting, ...applied].map(({ id }) => id))
  }

  /** Notes that the account has joined a team again that it had left. */
  join(teamId: string): void {
    this.left.delete(teamId)
  }

  /** Replaces a rejected mutation and its dependents by the same ones under new ids. */
  async retry(id: string): Promise<void> {
    const item = this.options.outbox.withDependents(id)
    await this.replace(
      item,
      item.map(({ name, args }) => this.newMutation(name, args)),
    )
  }

  async discard(id: string): Promise<void> {
    await this.replace(this.options.outbox.withDependents(id), [])
  }

  /** @throws AppError `invalid_input` when nothing in the mutation can be kept as a new row. */
  async saveCopy(id: string, source: CopySource): Promise<void> {
    const item = this.options.outbox.withDependents(id)
    if (item.length === 0) return
    const copies = await copyOf(item, source)
    if (!copies) throw new AppError('invalid_input', 'There is nothing to keep.')
    await this.replace(
      item,
      copies.map(({ name, args }) => this.newMutation(name, args)),
    )
  }

  private newMutation(
    name: NewMutation['name'],
    given: unknown,
    id: string = crypto.randomUUID(),
  ): NewMutation {
    const { args } = checkMutation(name, given)
    const created_at = new Date(this.options.now()).toISOString()
    return { id, name, args, created_at }
  }

  /** @param mutations one for each entry, or none. */
  private async replace(item: readonly OutboxEntry[], mutations: NewMutation[]): Promise<void> {
    const ids = item.map(({ id }) => id)
    await this.drop(ids, await this.options.outbox.replace(ids, mutations))
  }

  /**
   * Sends mutations again that await a shape. The outbox is written first: after a crash in between,
   * rows of another database history could seem to hold the transactions of the old answers.
   */
  private async resendAwaiting(shape: ShapeId): Promise<void> {
    const ids = this.acknowledgements.awaiting(shape)
    if (ids.length === 0) return
    await this.options.outbox.setStates(new Map(ids.map((id) => [id, { kind: 'waiting' }])))
    this.acknowledgements.forget(ids)
  }

  /**
   * Awaits applied mutations in their shapes; those whose transaction the rows hold already are
   * acknowledged.
   */
  private awaitRows(entries: readonly { id: string; state: EntryState }[]): void {
    const { outbox } = this.options
    for (const { id, state } of entries) {
      if (state.kind !== 'applied') continue
      const entry = outbox.entries.find((entry) => entry.id === id)
      const owners = this.ownersOf(entry).filter((owner) => !this.left.has(owner))
      const shapes = owners.flatMap((owner) => state.tables.map((name) => shapeId(name, owner)))
      const areHere = this.acknowledgements.await(id, { txid: state.txid, shapes })
      if (areHere) this.acknowledged.add(id)
    }
  }

  private ownersOf(entry: OutboxEntry | undefined): string[] {
    const { userId } = this.options
    return entry ? ownersOf(entry.name, entry.args, userId) : [userId]
  }

  /**
   * The acknowledged mutations that wait for no earlier one of the same owner.
   * @param more mutations that are acknowledged by the change they leave with.
   */
  private leaving(more: readonly string[] = []): Set<string> {
    const leaving = new Set([...this.acknowledged, ...more])
    if (leaving.size === 0) return leaving
    const { outbox } = this.options
    /** The owners of mutations that stay. */
    const staying = new Set<string>()
    for (const entry of outbox.pending) {
      if (this.toDrop.has(entry.id) || this.toForget.has(entry.id)) continue
      // Mutations of a refused row wait until the row's own mutation is retried or dropped.
      if (outbox.rejectedParentOf(entry)) continue
      const owners = this.ownersOf(entry)
      if (leaving.has(entry.id) && !owners.some((owner) => staying.has(owner))) continue
      leaving.delete(entry.id)
      for (const owner of owners) staying.add(owner)
    }
    return leaving
  }

  /**
   * Undoes mutations on the tables, with the acknowledged ones that leave, and appends others; a failed
   * removal is retried with the next change.
   */
  private async drop(ids: Iterable<string>, append: readonly OutboxEntry[] = []): Promise<void> {
    for (const id of ids) this.toDrop.add(id)
    const leaving = this.leaving()
    if (this.toDrop.size + leaving.size + append.length > 0) {
      await this.change({ append, drop: leaving })
    } else await this.forget([])
  }

  /** Changes the tables, and then removes the acknowledged mutations from the outbox. */
  private async change(change: Change): Promise<void> {
    const drop = new Set([...this.toDrop, ...(change.drop ?? [])])
    await this.options.replica.change({ ...change, drop })
    for (const id of drop) {
      this.toDrop.delete(id)
      this.acknowledged.delete(id)
    }
    await this.forget(drop)
  }

  /**
   * Removes acknowledged mutations from the outbox; a failed removal is retried with the next one.
   */
  private async forget(ids: Iterable<string>): Promise<void> {
    const { outbox, onFault } = this.options
    for (const id of ids) this.toForget.add(id)
    const acknowledged = new Set(this.toForget)
    // A rejected mutation stays until its author decides.
    const gone = outbox.entries
      .filter(({ id, state }) => acknowledged.has(id) && state.kind === 'applied')
      .map(({ id }) => id)
    try {
      if (gone.length > 0) await outbox.replace(gone, [])
      for (const id of acknowledged) this.toForget.delete(id)
    } catch (error) {
      onFault(error)
    }
    this.reportCounts()
  }

  private reportCounts(): void {
    const { outbox, onCounts } = this.options
    const free = outbox.entries.filter((entry) => !outbox.rejectedParentOf(entry))
    const rejected = free.filter(({ state }) => state.kind === 'rejected').length
    onCounts({ pending: free.length - rejected, rejected })
  }
}

/** The state of a mutation that the server would refuse, because the account has left the team. */
const NOT_A_MEMBER: EntryState = {
  kind: 'rejected',
  code: 'not_a_member',
  message: 'You are not a member of this team.',
}

function stateOf(result: MutationResult): EntryState {
  if (result.status === 'applied') {
    const { txid, tables } = result
    return { kind: 'applied', txid, tables }
  }
  const { code, message, data } = result
  return { kind: 'rejected', code, message, ...(data === undefined ? {} : { data }) }
}
