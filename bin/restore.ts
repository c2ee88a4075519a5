import { readFile, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { keyFingerprints } from '#api/backup-keys.ts'
import { type Env, readEnv } from '#api/env.ts'
import { replayDeletions } from '#api/services/accounts/account.ts'
import { endAllSessions } from '#api/services/auth/end-all-sessions.ts'
import { removalJournal, replayRemovals } from '#api/services/intake/removals.ts'
import { openAssetStore } from '#api/services/site/assets/open-asset-store.ts'
import { type Backup, readBackup } from '#db/backup/manifest.ts'
import { restoreBackup } from '#db/backup/restore-backup.ts'
import { openServer } from '#db/open.ts'
import { type Journal, readJournal } from '#db/removal-journal.ts'
import { suppressionKey } from '#db/suppression.ts'
import { command } from './command.ts'

const USAGE = `npm run restore -- FOLDER [--replace] [--journal FILE]… [--without-journal]

Restores a backup of \`npm run backup\` into an empty database, or with --replace instead of its content.
The app must not run. Removals of people and deletions of accounts since the backup are repeated from the
journal of removals: REMOVALS_JOURNAL, or the files of --journal, one from each machine that the app ran on.
One of them must have been begun before the backup; --without-journal restores without a journal, or with
only those named. All sessions and open invitations end; everything else is as it was in the backup,
including passwords and bans.`

/**
 * `npm run restore`. A restore that is aborted leaves the database as it was, and can be repeated.
 */
export const run = command(restore)

async function restore(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      replace: { type: 'boolean', default: false },
      journal: { type: 'string', multiple: true },
      'without-journal': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [given] = positionals
  if (given === undefined || positionals.length > 1) throw new Error(USAGE)
  const env = readEnv(process.env)
  const keys = await keyFingerprints(env)
  const isWithout = values['without-journal']
  const paths = values.journal ?? (isWithout ? [] : [removalJournal(env)])
  const journals = await readJournals(paths, keys.SUPPRESSION_KEY)
  const removals = journals.flatMap(({ entries }) => entries)
  const backup = await readBackup(resolve(given), keys)
  if (!isWithout) assertSince(backup.manifest.at, journals)
  const key = await suppressionKey({
    given: env.SUPPRESSION_KEY,
    dataDir: env.DATA_DIR,
    isProduction: env.NODE_ENV === 'production',
  })
  let [removed, deleted] = [0, 0]
  let ended = { sessions: 0, invites: 0 }
  const server = await openServer({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  try {
    await restoreBackup({
      backup,
      url: server.url,
      isReplacing: values.replace,
      finish: async (sql) => {
        removed = await replayRemovals(sql, key, removals)
        deleted = await replayDeletions(sql, removals)
        ended = await endAllSessions(sql)
        await restoreAssets(env, backup)
        // The snapshot is of the previous database; the next start builds a new one.
        await rm(join(env.DATA_DIR, 'search'), { recursive: true, force: true })
      },
    })
  } finally {
    await server.close()
  }
  const { at, tables, assets } = backup.manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en')
  console.log(`Restored as of ${at}: ${rows} rows, ${assets.length} images.`)
  if (env.TYPESENSE_URL)
    console.log('Typesense still has the previous directory: run `npm run reindex`.')
  console.log(`${removed.toLocaleString('en')} people who were removed since are not there.`)
  console.log(`${deleted.toLocaleString('en')} accounts that were deleted since are not there.`)
  console.log(
    `${ended.sessions.toLocaleString('en')} sessions were ended, and links to set a password do not work any more.`,
  )
  console.log(
    `${ended.invites.toLocaleString('en')} open invitations were revoked: teams have to send them again.`,
  )
  console.log(
    'Passwords, second factors, bans and roles in teams are those of the backup: what was changed since has to be changed again.',
  )
}

/** @throws when a journal is missing, or its hashes have another key */
async function readJournals(
  paths: readonly string[],
  fingerprint: string | undefined,
): Promise<Journal[]> {
  const all: Journal[] = []
  for (const path of paths) {
    const journal = await readJournal(path).catch((cause: Error) => {
      throw new Error(
        `${cause.message} Without it people who were removed since the backup come back, and accounts that were deleted: name it by --journal, or say --without-journal.`,
      )
    })
    const { entries, unreadable } = journal
    if (entries.some(({ key }) => key !== undefined && key !== fingerprint)) {
      throw new Error(`${path} is of another SUPPRESSION_KEY.`)
    }
    if (unreadable > 0) {
      console.error(
        `${path}: ${unreadable} lines cannot be read. One that a crash cut off stands again below.`,
      )
    }
    all.push(journal)
  }
  return all
}

/**
 * @throws when every journal was begun after the backup, as the app begins one on an empty disk:
 *   such a journal lacks the removals before it
 */
function assertSince(backupAt: string, journals: readonly Journal[]): void {
  const isSince = journals.some(
    ({ begunAt }) => begunAt === undefined || Date.parse(begunAt) <= Date.parse(backupAt),
  )
  if (isSince) return
  throw new Error(
    `The journal of removals was begun at ${journals[0]?.begunAt}, after the backup of ${backupAt}: people who were removed in between would come back, and accounts that were deleted. Name the journal before it, too, by --journal, or say --without-journal.`,
  )
}

async function restoreAssets(env: Env, { folder, manifest }: Backup): Promise<void> {
  const store = openAssetStore(env)
  for (const { path } of manifest.assets) {
    await store.put(relative('assets', path), await readFile(resolve(folder, path)))
  }
}
