import type { LaunchOptions } from 'playwright/test'

/**
 * How Chromium is started.
 * @param hasPrivateFiles whether a device may keep its database in private files (OPFS). In the contexts
 * of most tests, which have no folder on the disk, Chromium's main process then does each of their reads
 * and writes: a third of all the work of a test. Without them the database is in IndexedDB.
 */
export function chromiumOptions({ hasPrivateFiles }: { hasPrivateFiles: boolean }): LaunchOptions {
  return {
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      // No page lives long enough to win back what a second compilation of PGlite takes.
      '--js-flags=--liftoff-only',
      ...(hasPrivateFiles ? [] : ['--disable-blink-features=FileSystemAccessOriginPrivate']),
    ],
  }
}

/** For `test.use`: a test that reads the browser's private files, or whose device keeps them. */
export const WITH_PRIVATE_FILES = { launchOptions: chromiumOptions({ hasPrivateFiles: true }) }
