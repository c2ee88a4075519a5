import { proxy, ref, subscribe } from 'valtio'
import type { SyncStatus } from '#sync/client/status.ts'
import type { TabReplica } from '#sync/client/tab/tab-replica.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import { loadCode } from '#web/lib/lazy-part.tsx'
import { untilDone } from '#web/lib/until-done.ts'
import { isSignOutPending } from '#web/session/pending-sign-out.ts'
import { finishWipes, isWipePending } from '#web/session/pending-wipe.ts'
import { actorOf, leaveSession, session } from '#web/session/session.ts'
import { closeFirstPaint, openFirstPaint } from './first-paint-cache.ts'
import { forgetLeftTeams, leaveTeam } from './left-teams.ts'
import { nextAnswerPainted } from './next-answer.ts'
import { canKeepFiles, keepOfflineFiles } from './offline-files.ts'

/**
 * How long the page must be without input before the device opens: making its first database takes
 * seconds of processor time. A screen that shows rows does not wait.
 */
const QUIET_MS = 4_000

interface ReplicaState {
  replica: TabReplica | null
  status: SyncStatus | null
  /** Whether all files are kept that the replica needs to open offline. */
  hasOfflineFiles: boolean
}

/** Before anybody's replica is opened, and in a prerender. */
export const NOT_OPENED: ReplicaState = { replica: null, status: null, hasOfflineFiles: false }

/** The signed-in user's replica, as this tab has it. */
export const replicaStore = proxy<ReplicaState>({ ...NOT_OPENED })

/** Whether the user's rows open with no network: the files for it, and the rows, are on the disk. */
export function isReadyOffline({ hasOfflineFiles, status }: ReplicaState): boolean {
  return hasOfflineFiles && status?.isKept === true && status.isComplete
}

let opening: { userId: string; replica: Promise<TabReplica> } | undefined

/**
 * Opens the replica of the user who signs in, once the page is quiet.
 * @returns the function that ends it.
 */
export function followReplica(): () => void {
  let quiet: ReturnType<typeof setTimeout> | undefined
  let userId: string | null = null
  const waitForQuiet = () => {
    clearTimeout(quiet)
    if (userId !== null && !opening) quiet = setTimeout(() => openQuietly(), QUIET_MS)
  }
  const follow = () => {
    const next = actorOf(session.me).id
    if (next === userId) return resumeIfNeeded()
    userId = next
    if (opening && opening.userId !== next) void closeReplica()
    // Also where another tab signed out, and where a wipe was blocked before.
    if (next === null) void finishWipes()
    waitForQuiet()
  }
  const flush = () => replicaStore.replica?.flush()
  void finishWipes()
  follow()
  const unsubscribe = subscribe(session, follow)
  addEventListener('pointerdown', waitForQuiet)
  addEventListener('keydown', waitForQuiet)
  addEventListener('online', flush)
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flush)
  return () => {
    unsubscribe()
    clearTimeout(quiet)
    removeEventListener('pointerdown', waitForQuiet)
    removeEventListener('keydown', waitForQuiet)
    removeEventListener('online', flush)
    removeEventListener('pagehide', flush)
    document.removeEventListener('visibilitychange', flush)
    void closeReplica()
  }
}

/**
 * The signed-in user's replica, opened now if it is not yet. Rejects for visitors, and for a user whose
 * sign-out this tab missed: that user's rows must neither return to the disk nor be asked of a server
 * that still takes the user to be signed in.
 * @param start when a device may start to open its database, where this opens the replica.
 */
export function openedReplica(start?: Promise<void>): Promise<TabReplica> {
  const { id } = actorOf(session.me)
  if (id === null || isSignOutPending() || isWipePending(id)) {
    return Promise.reject(new AppError('authentication_required', 'Nobody is signed in.'))
  }
  // A screen may learn of another user sooner than `followReplica`.
  if (opening && opening.userId !== id) void closeReplica()
  if (!opening) {
    const begun = { userId: id, replica: open(id, start) }
    opening = begun
    // The next caller opens it again: a rejected promise would be kept until the page is reloaded.
    begun.replica.catch(() => {
      if (opening === begun) opening = undefined
    })
  }
  return opening.replica
}

/**
 * Begins to open the replica for a route that is entered and shows rows, while its screen is rendered.
 * The screen asks for it too, and is told of a failure. The database starts after the screen's first rows,
 * which come from the last visit, or the first time from the server.
 */
export function openForRoute({ preload }: { preload: boolean }): void {
  if (!preload && !opening) openQuietly(nextAnswerPainted())
}

/** Opens the replica ahead of the screen that will ask for it, and will tell a failure. */
function openQuietly(start?: Promise<void>): void {
  openedReplica(start).catch(() => undefined)
}

/** Runs a mutation on the user's rows. @throws AppError when permissions or quotas forbid it. */
export async function mutate<N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
): Promise<{ id: string }> {
  return (await openedReplica()).mutate(name, args)
}

/** Closes the replica in this tab; the rows stay on the device. */
export async function closeReplica(): Promise<void> {
  opening?.replica.then((replica) => replica.close()).catch(() => undefined)
  opening = undefined
  replicaStore.replica = null
  replicaStore.status = null
  forgetLeftTeams()
  await closeFirstPaint()
}

async function open(userId: string, start?: Promise<void>): Promise<TabReplica> {
  openFirstPaint(userId)
  const { openTabReplica } = await loadCode(() => import('#sync/client/tab/tab-replica.ts'))
  const replica = openTabReplica(userId, start)
  if (opening?.userId !== userId) {
    replica.close()
    throw new Error('Somebody else has signed in meanwhile.')
  }
  replica.onStatus((status) => {
    if (opening?.userId === userId) replicaStore.status = ref(status)
  })
  replica.onLeft((team) => void leaveTeam(team))
  replica.onClosing(() => {
    void closeReplica()
    void leaveSession()
  })
  replicaStore.replica = ref(replica)
  // Safari evicts storage after a week, other browsers when the disk is full, unless it is persistent.
  void navigator.storage?.persist?.()
  if (canKeepFiles()) void untilDone(becomeReadyOffline)
  return replica

  async function becomeReadyOffline(): Promise<boolean> {
    if (opening?.userId !== userId) return true
    replicaStore.hasOfflineFiles = await keepOfflineFiles()
    return replicaStore.hasOfflineFiles
  }
}

/** The session had ended, and the same user signed in again. */
function resumeIfNeeded(): void {
  if (replicaStore.status?.need === 'sign_in') replicaStore.replica?.resume()
}
