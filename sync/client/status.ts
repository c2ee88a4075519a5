import { listeners } from './listeners.ts'

/*
 * The states of a device, as the screens show them.
 *
 *   starting ─► first_sync ─► live ◄─► behind
 *        └──────────┴──── offline ◄──────┘       any ─► failed
 */

export type SyncState =
  /** The local database is being opened. */
  | 'starting'
  /** Some rows have never been here. */
  | 'first_sync'
  /** Every shape is up to date and followed live. */
  | 'live'
  /** Rows of every shape are here, and newer ones are being fetched. */
  | 'behind'
  /** The server cannot be reached, or refuses the session. */
  | 'offline'
  /** The rows cannot be stored here. */
  | 'failed'

export type SyncEvent =
  /** Started, or reached the server again, with rows of every shape. */
  | 'rows_found'
  /** Started, or reached the server again, and some shape was never fetched. */
  | 'rows_missing'
  | 'up_to_date'
  /** A shape is read again from its cursor or its start, or a pause holds it back. */
  | 'fell_behind'
  | 'lost_server'
  | 'broke'

/** The state after an event. Only a device opened anew is no longer `failed`. */
export function nextState(state: SyncState, event: SyncEvent): SyncState {
  if (state === 'failed' || event === 'broke') return 'failed'
  switch (event) {
    case 'lost_server':
      return 'offline'
    case 'up_to_date':
      return 'live'
    case 'rows_missing':
      return 'first_sync'
    case 'rows_found':
      return state === 'live' ? 'live' : 'behind'
    case 'fell_behind':
      return state === 'live' ? 'behind' : state
  }
}

/** What the user must do before sync can continue. */
export type SyncNeed =
  /** The session has ended, or is another user's. */
  | 'sign_in'
  /** This build is too old for the server. */
  | 'update'

/** The reason shown while `isServerBusy`; a sentence about the edit follows it. */
export const SERVER_BUSY = 'The server is busy.'

/** A device's status, as every tab of its user is told. */
export interface SyncStatus {
  state: SyncState
  /**
   * Whether every shape has been fetched: only then a row missing offline really does not exist.
   */
  isComplete: boolean
  /** Whether the rows are on a disk, and here again at the next start without a network. */
  isKept: boolean
  /** Whether the outbox is in memory alone, and ends with the tab; older builds do not say it. */
  isOutboxInMemory?: boolean
  /** Number of mutations that the server's rows do not show yet. */
  pending: number
  /** Number of rejected mutations that their author has not decided about. */
  rejected: number
  need: SyncNeed | null
  /** While `offline`: whether the server answers, but puts all work off (429, 5xx). */
  isServerBusy: boolean
  /** Whether a pause holds a shape back that was requested too often without progress. */
  isPaused: boolean
  /** The contract version of the device's build; older builds do not say it. */
  version?: number
  /** Number of messages of the server that this build does not know and skipped. */
  unknownMessages: number
}

/** Whether the server has all mutations of this device, and the device all rows of the server. */
export function isSynced({ state, pending, rejected, need }: SyncStatus): boolean {
  return state === 'live' && pending === 0 && rejected === 0 && need === null
}

/** Whether two statuses are equal; listeners are not notified of an equal one. */
export function isSameStatus(one: SyncStatus, other: SyncStatus): boolean {
  const keys = Object.keys(one) as (keyof SyncStatus)[]
  return keys.every((key) => one[key] === other[key])
}

/** Holds the status and notifies of its changes. */
export class StatusBoard {
  private readonly listeners = listeners<SyncStatus>()
  private current: SyncStatus = {
    state: 'starting',
    isComplete: false,
    isKept: false,
    pending: 0,
    rejected: 0,
    need: null,
    isServerBusy: false,
    isPaused: false,
    unknownMessages: 0,
  }

  get status(): SyncStatus {
    return this.current
  }

  dispatch(event: SyncEvent): void {
    this.set({ state: nextState(this.current.state, event) })
  }

  /** Notes that the server cannot be reached, or is busy. */
  lose(isServerBusy: boolean): void {
    this.set({ state: nextState(this.current.state, 'lost_server'), isServerBusy })
  }

  set(change: Partial<SyncStatus>): void {
    const before = this.current
    this.current = { ...before, ...change }
    if (isSameStatus(before, this.current)) return
    this.listeners.notify(this.current)
  }

  /** @returns a function that removes the listener. */
  listen(listener: (status: SyncStatus) => void): () => void {
    return this.listeners.add(listener)
  }
}
