import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Definition } from './definition.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import { formatPgSnapshot, parsePgSnapshot, type SnapshotPoint } from './pg-snapshot.ts'
import type { Shape } from './shape.ts'

/** Format on disk. Shapes of another format are dropped, and fetched anew by their clients. */
const FORMAT = 3
const FILE = 'shape.json'

interface Kept {
  format: typeof FORMAT
  handle: string
  definition: Definition
  snapshot: string
  lsn: string
  chunkEnds: number[]
  createdAt: number
}

/** A shape as stored beside its rows. */
export interface StoredShape {
  handle: string
  definition: Definition
  beginning: SnapshotPoint
  chunkEnds: number[]
  createdAt: number
}

/** Stores a shape's description, after its rows: a folder without it is ignored. */
export async function storeShape(shape: Shape): Promise<void> {
  const { dir, handle, definition, beginning, chunkEnds, createdAt } = shape
  if (!beginning) throw new Error('The snapshot has not begun.')
  const kept: Kept = {
    format: FORMAT,
    handle,
    definition,
    snapshot: formatPgSnapshot(beginning.snapshot),
    lsn: String(beginning.lsn),
    chunkEnds: [...chunkEnds],
    createdAt,
  }
  await writeJsonFile(join(dir, FILE), kept)
}

/** @returns nothing where the process ended before the snapshot was complete */
export async function readShape(dir: string): Promise<StoredShape | undefined> {
  const kept = await readJsonFile<Kept>(join(dir, FILE))
  if (kept?.format !== FORMAT) return undefined
  const { handle, definition, snapshot, lsn, chunkEnds, createdAt } = kept
  const beginning = { snapshot: parsePgSnapshot(snapshot), lsn: BigInt(lsn) }
  return { handle, definition, beginning, chunkEnds, createdAt }
}

/**
 * Folders of shapes, recognised by their names: anything else in the folder is not ours to remove.
 */
export async function shapeFolders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && z.uuid().safeParse(entry.name).success)
    .map(({ name }) => join(dir, name))
}
