import { isSynced, type SyncStatus } from '#sync/client/status.ts'
import { formatCount } from '#web/lib/format.ts'

export interface SyncWords {
  text: string
  /** How urgent the state is: it needs a decision, is blocked, is under way, or is well. */
  tone: 'attention' | 'offline' | 'paused' | 'busy' | 'calm'
}

/** The state of the sync in two words. Never "Synced" while a mutation is pending. */
export function syncWords(status: SyncStatus | null, isOnline: boolean): SyncWords | null {
  if (!status) return isOnline ? null : { text: 'Offline', tone: 'offline' }
  const { state, pending, rejected, need, isServerBusy, isPaused } = status
  const waiting = `${formatCount(pending)} waiting`
  if (rejected > 0) return { text: `Needs attention ${formatCount(rejected)}`, tone: 'attention' }
  if (need === 'sign_in') return { text: 'Log in to sync', tone: 'attention' }
  if (need === 'update') return { text: 'Update to sync', tone: 'attention' }
  if (!isOnline || state === 'offline') {
    const isBusy = isOnline && isServerBusy
    // The longer words have no room in the bar of a phone.
    if (pending > 0) return { text: `${isBusy ? 'Busy' : 'Offline'}, ${waiting}`, tone: 'offline' }
    return { text: isBusy ? 'Server busy' : 'Offline', tone: 'offline' }
  }
  if (state === 'failed') return { text: 'Sync stopped', tone: 'attention' }
  if (isPaused) return { text: pending > 0 ? `Paused, ${waiting}` : 'Sync paused', tone: 'paused' }
  if (isSynced(status)) return { text: 'Synced', tone: 'calm' }
  return { text: pending > 0 ? waiting : 'Syncing', tone: 'busy' }
}

/** Whether the lists open with no network, will, or cannot. */
export function offlineWords(isReady: boolean, status: SyncStatus | null): string {
  if (isReady) return 'This device is ready offline: your lists open with no network.'
  if (status?.isOutboxInMemory) {
    return 'Nothing can be kept on this device at the moment: your lists need a network.'
  }
  return 'This device is still getting ready to work offline.'
}
