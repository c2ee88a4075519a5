import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { type Device, openDevice } from '#sync/client/device.ts'
import type { LeftTeam } from '#sync/client/tables/leaving.ts'
import { openDeviceDatabase } from './device-database.ts'
import { openFileOutbox } from './file-outbox.ts'
import { generationsIn, openNewest } from './newest-database.ts'

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

/** Opens a device on its folder; opened again there, it finds its earlier rows. */
export async function openDiskDevice(options: DiskDeviceOptions): Promise<DiskDevice> {
  const { folder, userId, baseUrl, headers, aheadHours = 0 } = options
  const databases = join(folder, 'databases')
  const asked: string[] = []
  const left: LeftTeam[] = []
  const faults: unknown[] = []
  const line = { isCut: false }
  const clock = { aheadHours }
  let copying = Promise.resolve()
  let opened = await open()

  async function open() {
    const database = await openNewest(databases, userId, openDeviceDatabase)
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
      async fetch(input, init) {
        if (line.isCut) throw new TypeError('fetch failed')
        const { pathname, searchParams } = new URL(String(input))
        asked.push(`${pathname}?${searchParams}`)
        const own = init?.headers as Record<string, string>
        const answer = await fetch(input, { ...init, headers: { ...headers, ...own } })
        // A request that the server held meanwhile is cut, too.
        if (line.isCut) throw new TypeError('terminated')
        return answer
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
    generation: async () => (await generationsIn(databases)).at(-1) ?? 0,
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
