import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { keyFingerprints } from '#api/backup-keys.ts'
import { readEnv } from '#api/env.ts'
import { backupName, pruneBackups, removeStaleParts } from '#db/backup/prune-backups.ts'
import { writeBackup } from '#db/backup/write-backup.ts'
import { connect } from '#db/client.ts'
import { openServer } from '#db/open.ts'
import { command } from './command.ts'

const USAGE = `npm run backup [-- FOLDER] [--keep N]

Writes one snapshot of the database and the site's images into a new folder: FOLDER, or one named by the
time in DATA_DIR/backups. The app may be running. Keep SUPPRESSION_KEY and AUTH_SECRET too, in another
place: the backup has their fingerprints and cannot be restored without them.
With --keep the oldest backups with such a name in the same folder are removed once this one is complete,
until N are left including it; backups with other names stay.`

/** `npm run backup`: writes a backup and prunes old ones. */
export const run = command(backup)

async function backup(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { keep: { type: 'string' } },
    allowPositionals: true,
  })
  if (positionals.length > 1) throw new Error(USAGE)
  const keep = values.keep === undefined ? undefined : countOf(values.keep)
  const env = readEnv(process.env)
  const now = new Date()
  const folder = resolve(positionals[0] ?? join(env.DATA_DIR, 'backups', backupName(now)))
  const isInBucket = env.ASSETS_S3_ENDPOINT !== undefined
  const server = await openServer({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  const sql = connect(server.url, { max: 1 })
  try {
    // Unfinished backups are removed first: they may have filled the disk.
    await removeStaleParts(dirname(folder), now)
    const { tables, assets } = await writeBackup(sql, {
      folder,
      assets: isInBucket ? undefined : join(env.DATA_DIR, 'assets'),
      keys: await keyFingerprints(env),
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en')
    console.log(`${folder} has ${rows} rows of ${tables.length} tables, ${assets.length} images.`)
    if (isInBucket) console.log('Images are in the S3 bucket, which is not part of the backup.')
    if (keep === undefined) return
    const removed = await pruneBackups(folder, keep)
    if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}.`)
  } finally {
    await sql.end({ timeout: 5 })
    await server.close()
  }
}

/** @throws for the operator */
function countOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`--keep ${text}: how many backups are kept must be a whole number from 1.`)
}
