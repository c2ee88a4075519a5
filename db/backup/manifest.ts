import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { migrationFiles } from '#db/migrate.ts'

export const FORMAT = 1
export const MANIFEST = 'manifest.json'

const file = z.object({
  /** The path, relative to the backup's folder. */
  path: z
    .string()
    .regex(/^(tables|assets)\/[\w./-]+$/)
    .refine((path) => !path.includes('..')),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const manifest = z.object({
  format: z.literal(FORMAT),
  /** The time of its snapshot. */
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(
    file.extend({
      name: z.string().min(1),
      columns: z.array(z.string().min(1)).min(1),
      rows: z.number().int().min(0),
    }),
  ),
  /** The next value of each sequence. */
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
  assets: z.array(file),
  /** SHA-256 of each key that rows depend on, by the name of its setting. */
  keys: z.record(z.string(), z.string()),
})

/** What a backup contains, and the fingerprints of its keys. */
export type Manifest = z.infer<typeof manifest>

/** The folder and the manifest of a backup. */
export interface Backup {
  folder: string
  manifest: Manifest
}

/**
 * Reads the manifest of a backup. It is written last, so a folder that contains it is complete.
 * @throws when it is missing, damaged, or of an unknown format
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`${folder} is not a whole backup: it has no ${MANIFEST}.`)
  })
  const found = parsed(text)
  const { format } = z.object({ format: z.unknown() }).catch({ format: undefined }).parse(found)
  if (typeof format === 'number' && format !== FORMAT) {
    throw new Error(`The backup has format ${format}; this version reads format ${FORMAT}.`)
  }
  const result = manifest.safeParse(found)
  if (!result.success) throw new Error(`${join(folder, MANIFEST)} is damaged.`)
  return result.data
}

/**
 * Reads a backup and verifies each of its files. Changes nothing.
 * @throws when it is incomplete, of an unknown format, of other keys, or newer than this version
 */
export async function readBackup(folder: string, keys: Record<string, string>): Promise<Backup> {
  const backup = { folder, manifest: await readManifest(folder) }
  const known = await migrationFiles()
  const newer = backup.manifest.migrations.filter((name) => !known.includes(name))
  if (newer.length > 0) {
    throw new Error(`The backup is of a newer version: it has run ${newer.join(', ')}.`)
  }
  for (const [name, fingerprint] of Object.entries(backup.manifest.keys)) {
    if (keys[name] === fingerprint) continue
    throw new Error(
      `The backup is of another ${name}: give the one that was in use when it was made.`,
    )
  }
  for (const { path, sha256 } of [...backup.manifest.tables, ...backup.manifest.assets]) {
    const sum = await sha256Of(join(folder, path)).catch(() => undefined)
    if (sum === undefined) throw new Error(`The backup is not whole: ${path} is missing.`)
    if (sum !== sha256) throw new Error(`The backup is damaged: ${path} was changed.`)
  }
  return backup
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** SHA-256 of a file's content. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash)
  return hash.digest('hex')
}
