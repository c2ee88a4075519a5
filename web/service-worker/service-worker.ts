/*
 * The service worker: opens the app offline, keeps the files of the local database, pushes what the last
 * page left in the outbox, shows news of watched searches, and takes what other apps share.
 */
import { serveAppShell } from './app-shell.ts'
import { showNotices } from './push-notices.ts'
import { pushOutboxes } from './push-outbox.ts'
import { isReplicaFile, keepReplicaFiles } from './replica-cache.ts'
import { takeSharedFiles } from './shared-files.ts'

declare const self: ServiceWorkerGlobalScope

// The build replaces it with the list of its files.
const files = self.__WB_MANIFEST.map((file) =>
  typeof file === 'string' ? { url: file, revision: null } : file,
)

serveAppShell(files.filter(({ url }) => !isReplicaFile(url)))
keepReplicaFiles(files.filter(({ url }) => isReplicaFile(url)).map(({ url }) => url))
pushOutboxes()
showNotices()
takeSharedFiles()
