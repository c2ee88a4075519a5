import { listeners } from './listeners.ts'

/*
 * What the device says about itself.
 *
 *   starting ─► first_sync ─► live ◄─► behind
 *        └──────────┴──── offline ◄──────┘       any ─► failed
 */

export type SyncState =
  /** The local database is being opened. */
  | 'starting'
  /** Some rows have never been here. */
  | 'first_sync'
  /** Every shape is up to date, and news come by themselves. */
  | 'live'
  /** Rows are here, and newer ones are being fetched. */
  | 'behind'
  /** The server cannot be reached, or does not let us in. */
  | 'offline'
  /** The rows cannot be kept here. */
  | 'failed'

export type SyncEvent =
  /** Began, or reached the server again, with rows of every shape here. */
  | 'rows_found'
  /** Began, or reached the server again, without. */
  | 'rows_missing'
  | 'up_to_date'
  /** A shape is read anew, from where it stands or from its start, or waits for its turn to be. */
  | 'fell_behind'
  | 'lost_server'
  | 'broke'

/** Every state × every event. */
const NEXT: Record<SyncState, Record<SyncEvent, SyncState>> = {
  starting: {
    rows_found: 'behind',
    rows_missing: 'first_sync',
    up_to_date: 'live',
    fell_behind: 'starting',
    lost_server: 'offline',
    broke: 'failed',
  },
  first_sync: {
    rows_found: 'behind',
    rows_missing: 'first_sync',
    up_to_date: 'live',
    fell_behind: 'first_sync',
    lost_server: 'offline',
    broke: 'failed',
  },
  live: {
    rows_found: 'live',
    rows_missing: 'first_sync',
    up_to_date: 'live',
    fell_behind: 'behind',
    lost_server: 'offline',
    broke: 'failed',
  },
  behind: {
    rows_found: 'behind',
    rows_missing: 'first_sync',
    up_to_date: 'live',
    fell_behind: 'behind',
    lost_server: 'offline',
    broke: 'failed',
  },
  offline: {
    rows_found: 'behind',
    rows_missing: 'first_sync',
    up_to_date: 'live',
    fell_behind: 'offline',
    lost_server: 'offline',
    broke: 'failed',
  },
  // Only a device opened anew leaves it.
  failed: {
    rows_found: 'failed',
    rows_missing: 'failed',
    up_to_date: 'failed',
    fell_behind: 'failed',
    lost_server: 'failed',
    broke: 'failed',
  },
}

export function nextState(state: SyncState, event: SyncEvent): SyncState {
  return NEXT[state][event]
}

/** What only the person can do about it. */
export type SyncNeed =
  /** The session has ended, or is somebody else's. */
  | 'sign_in'
  /** This build is too old for the server. */
  | 'update'

/** How a device stands, as every tab of its user is told. */
export interface SyncStatus {
  state: SyncState
  /** Whether every shape's rows have been here: with no network, what is missing is missing then. */
  isComplete: boolean
  /** Mutations the server's rows do not show yet. */
  pending: number
  /** Mutations the server refused and nobody has decided about. */
  rejected: number
  need: SyncNeed | null
  /** Whether a shape was asked for too often without getting anywhere: it is asked for again later. */
  isPaused: boolean
  /** Messages of the server that this build does not know and that were passed over. */
  unknownMessages: number
}

/** Whether everything here is on the server, and everything there is here. */
export function isSynced({ state, pending, rejected, need }: SyncStatus): boolean {
  return state === 'live' && pending === 0 && rejected === 0 && need === null
}

/** Keeps the status and tells of its changes. */
export class StatusBoard {
  readonly #listeners = listeners<SyncStatus>()
  #status: SyncStatus = {
    state: 'starting',
    isComplete: false,
    pending: 0,
    rejected: 0,
    need: null,
    isPaused: false,
    unknownMessages: 0,
  }

  get status(): SyncStatus {
    return this.#status
  }

  happened(event: SyncEvent): void {
    this.set({ state: nextState(this.#status.state, event) })
  }

  set(change: Partial<SyncStatus>): void {
    const before = this.#status
    this.#status = { ...before, ...change }
    const keys = Object.keys(change) as (keyof SyncStatus)[]
    if (keys.every((key) => before[key] === this.#status[key])) return
    this.#listeners.notify(this.#status)
  }

  /** @returns what ends it. */
  listen(listener: (status: SyncStatus) => void): () => void {
    return this.#listeners.add(listener)
  }
}
