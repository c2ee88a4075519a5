import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { copyRows, hasRemains, noteEmptied } from '#sync/client/tables/remains.ts'
import { openDeviceDatabase } from './device-database.ts'

/**
 * Opens the database of a device in Node, in a numbered folder. One with remains of removed rows is
 * copied into the next one first.
 * @param databases holds the folders: of two, the copy into the newer one was cut off.
 * @param make makes an empty database in a folder.
 */
export async function openNewest(
  databases: string,
  userId: string,
  make: (path: string) => Promise<PGlite>,
): Promise<PGlite> {
  await mkdir(databases, { recursive: true })
  const [generation, ...others] = await generationsIn(databases)
  const at = (number: number) => join(databases, String(number))
  for (const other of others) await rm(at(other), { recursive: true })
  if (generation === undefined) return make(at(1))
  const database = await openDeviceDatabase(at(generation))
  if (!(await hasRemains(database))) return database
  const copy = await make(at(generation + 1))
  await copyRows(database, copy, userId)
  await database.close()
  const old = join(databases, 'old')
  await rm(old, { recursive: true, force: true })
  await rename(at(generation), old)
  await rm(old, { recursive: true })
  await noteEmptied(copy)
  return copy
}

/** Numbers of the databases, the oldest first. */
export async function generationsIn(databases: string): Promise<number[]> {
  const names = await readdir(databases)
  return names
    .map(Number)
    .filter(Number.isInteger)
    .sort((a, b) => a - b)
}
