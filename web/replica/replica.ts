import { proxy, ref, subscribe } from 'valtio'
import type { SyncStatus } from '#sync/client/status.ts'
import type { TabReplica } from '#sync/client/tab/tab-replica.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import { loadCode } from '#web/lib/lazy-part.tsx'
import { untilDone } from '#web/lib/until-done.ts'
import { isSignOutPending } from '#web/session/pending-sign-out.ts'
import { finishWipes, isToBeWiped } from '#web/session/pending-wipe.ts'
import { actorOf, leaveSession, session } from '#web/session/session.ts'
import { closeKept } from './first-paint-cache.ts'
import { canKeepFiles, keepOfflineFiles } from './offline-files.ts'

/**
 * How long nobody must have touched anything: a device's first database takes seconds of its
 * processor. A screen that shows rows does not wait.
 */
const QUIET_MS = 4_000

/** The rows of whoever is signed in, as this tab has them. */
export const replicaStore = proxy<{
  replica: TabReplica | null
  status: SyncStatus | null
  /** Everything is here that the rows need to open with no network. */
  isReadyOffline: boolean
}>({ replica: null, status: null, isReadyOffline: false })

let opening: { userId: string; replica: Promise<TabReplica> } | undefined

/** Opens the rows of whoever signs in, once the screen is quiet; returns what ends that. */
export function followReplica(): () => void {
  let quiet: ReturnType<typeof setTimeout> | undefined
  let userId: string | null = null
  const waitForQuiet = () => {
    clearTimeout(quiet)
    if (userId !== null && !opening) quiet = setTimeout(() => void openedReplica(), QUIET_MS)
  }
  const follow = () => {
    const next = actorOf(session.me).id
    if (next === userId) return resumeIfNeeded()
    userId = next
    if (opening && opening.userId !== next) void closeReplica()
    // Whichever tab signed out, and whatever was in its way.
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
 * The rows of whoever is signed in, opened now if they are not yet. Rejects for visitors, and for who
 * has signed out where this tab did not hear of it: nothing may come back to the disk, nor ask a
 * server that takes them to be here still.
 */
export function openedReplica(): Promise<TabReplica> {
  const { id } = actorOf(session.me)
  if (id === null || isSignOutPending() || isToBeWiped(id)) {
    return Promise.reject(new AppError('authentication_required', 'Nobody is signed in.'))
  }
  opening ??= { userId: id, replica: open(id) }
  return opening.replica
}

/** Changes the user's rows. @throws AppError when they do not allow it. */
export async function mutate<N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
): Promise<{ id: string }> {
  return (await openedReplica()).mutate(name, args)
}

/** Lets go of the rows in this tab; they stay on the device. */
export async function closeReplica(): Promise<void> {
  opening?.replica.then((replica) => replica.close()).catch(() => undefined)
  opening = undefined
  replicaStore.replica = null
  replicaStore.status = null
  await closeKept()
}

async function open(userId: string): Promise<TabReplica> {
  const { openTabReplica } = await loadCode(() => import('#sync/client/tab/tab-replica.ts'))
  const replica = openTabReplica(userId)
  if (opening?.userId !== userId) {
    replica.close()
    throw new Error('Somebody else has signed in meanwhile.')
  }
  replica.onStatus((status) => {
    if (opening?.userId === userId) replicaStore.status = ref(status)
  })
  replica.onClosing(() => {
    void closeReplica()
    void leaveSession()
  })
  replicaStore.replica = ref(replica)
  // What Safari drops after a week, and others when the disk is full, stays if they grant it.
  void navigator.storage?.persist?.()
  if (canKeepFiles()) void untilDone(becomeReadyOffline)
  return replica

  async function becomeReadyOffline(): Promise<boolean> {
    if (opening?.userId !== userId) return true
    replicaStore.isReadyOffline = await keepOfflineFiles()
    return replicaStore.isReadyOffline
  }
}

/** The session was over, and the same user is here again. */
function resumeIfNeeded(): void {
  if (replicaStore.status?.need === 'sign_in') replicaStore.replica?.resume()
}
