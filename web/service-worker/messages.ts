/*
 * What pages and the service worker have agreed on.
 */

/** What a page asks of the service worker. */
export type WorkerMessage =
  /** Keep the files of the local database; the port is told whether all of them are there. */
  | { type: 'KEEP_REPLICA' }
  /** Push what outboxes hold: the last page closes. */
  | { type: 'PUSH_OUTBOX' }
  /** Hand over, through the port, what another app shared under this id. */
  | { type: 'TAKE_SHARED'; id: string }
  /** Activate: workbox-window sends it. */
  | { type: 'SKIP_WAITING' }

/** The tag of Background Sync under which outboxes are pushed. */
export const PUSH_TAG = 'push-outbox'

/** The tag of the notification of news. */
export const NOTICE_TAG = 'news'

/** Where the sum on the app's icon is kept: the page sets it, and a push adds to it. */
export const BADGE_CACHE = 'app-badge'
export const BADGE_PATH = '/app-badge.txt'
