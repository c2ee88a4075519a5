import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Device, openDevice } from '#sync/client/device.ts'
import type { LeftTeam } from '#sync/client/tables/leaving.ts'
import { copyRows, hasRemains, noteEmptied } from '#sync/client/tables/remains.ts'
import { makeDataDirectory } from '#web/service-worker/data-directory.ts'
import { openFileOutbox } from './file-outbox.ts'

interface DiskDeviceOptions {
  /** Where its database and outbox are. */
  folder: string
  userId: string
  baseUrl: string
  headers: Record<string, string>
  /** Hours that its clock is ahead. */
  aheadHours?: number
}

/** A device in Node on a disk, whose database is copied when it has remains of removed rows. */
export interface DiskDevice {
  readonly device: Device
  readonly database: PGlite
  /** The folder of the database, and its number: each copy has the next one. */
  readonly databases: string
  generation(): Promise<number>
  /** Requests, as path and query. */
  readonly asked: string[]
  readonly line: { isCut: boolean }
  readonly clock: { aheadHours: number }
  readonly left: LeftTeam[]
  readonly faults: unknown[]
  /** Resolves once a copy that was begun is in use. */
  settled(): Promise<void>
  close(): Promise<void>
}

export async function openDiskDevice(options: DiskDeviceOptions): Promise<DiskDevice> {
  const { folder, userId, baseUrl, headers, aheadHours = 0 } = options
  const databases = join(folder, 'databases')
  await mkdir(databases, { recursive: true })
  const asked: string[] = []
  const left: LeftTeam[] = []
  const faults: unknown[] = []
  const line = { isCut: false }
  const clock = { aheadHours }
  let copying = Promise.resolve()
  let opened = await open()

  async function open() {
    const database = await openNewest(databases, userId)
    const outbox = await openFileOutbox(join(folder, 'outbox'))
    const device = await openDevice({
      userId,
      database,
      outbox,
      baseUrl,
      now: () => Date.now() + clock.aheadHours * 3_600_000,
      pauseScale: 0.3,
      onLeave: (team) => void left.push(team),
      onRemains: () => {
        copying = copying.then(async () => {
          await close()
          opened = await open()
        })
      },
      onFault: (fault) => void faults.push(fault),
      fetch(input, init) {
        if (line.isCut) return Promise.reject(new TypeError('fetch failed'))
        const { pathname, searchParams } = new URL(String(input))
        asked.push(`${pathname}?${searchParams}`)
        const own = init?.headers as Record<string, string>
        return fetch(input, { ...init, headers: { ...headers, ...own } })
      },
    })
    return { database, outbox, device }
  }

  async function close(): Promise<void> {
    await opened.device.close()
    await opened.outbox.close()
    await opened.database.close()
  }

  return {
    get device() {
      return opened.device
    },
    get database() {
      return opened.database
    },
    databases,
    generation: () => newest(databases),
    asked,
    line,
    clock,
    left,
    faults,
    settled: () => copying,
    async close() {
      await copying
      await close()
    },
  }
}

let files: Promise<Blob> | undefined
/** The files of an empty database, as browsers begin with them: making them takes many seconds. */
function emptyFiles(): Promise<Blob> {
  files ??= makeDataDirectory().then((bytes) => new Blob([new Uint8Array(bytes)]))
  return files
}

const newest = async (databases: string) => Math.max(0, ...(await readdir(databases)).map(Number))

async function openNewest(databases: string, userId: string): Promise<PGlite> {
  const generation = await newest(databases)
  const at = (number: number) => join(databases, String(number))
  const make = async (number: number) =>
    PGlite.create(at(number), { loadDataDir: await emptyFiles() })
  if (generation === 0) return make(1)
  const database = await PGlite.create(at(generation))
  if (!(await hasRemains(database))) return database
  const copy = await make(generation + 1)
  await copyRows(database, copy, userId)
  await database.close()
  await rm(at(generation), { recursive: true })
  await noteEmptied(copy)
  return copy
}
