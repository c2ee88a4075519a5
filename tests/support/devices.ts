import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { expect, vi } from 'vitest'
import { type Device, openDevice } from '#sync/client/device.ts'
import type { OutboxStore } from '#sync/client/outbox/outbox-store.ts'
import { isSynced } from '#sync/client/status.ts'
import type { TestApp } from './app.ts'
import { openDeviceDatabase } from './device-database.ts'
import { openFileOutbox } from './file-outbox.ts'

/** A device asks a busy server again after growing delays. */
export const WAIT = { timeout: 60_000, interval: 20 }

/** An account, and the headers of a browser that is signed in to it. */
export interface DeviceUser {
  id: string
  headers: Record<string, string>
}

/** A new account, with a plan unless it is not paying. */
export async function newUser(app: TestApp, { isPaying = true } = {}): Promise<DeviceUser> {
  const email = `${crypto.randomUUID()}@devices.test`
  const headers = await app.asUser(email)
  const [user] = await app.sql<{ id: string }[]>`select id from users where email = ${email}`
  const id = user?.id ?? ''
  if (isPaying) await letPay(app, id)
  return { id, headers }
}

/** Gives an account a plan. */
export async function letPay({ sql }: TestApp, id: string): Promise<void> {
  await sql`insert into entitlements (user_id, tier, status) values (${id}, 'premium', 'active')`
}

/** The network between a device and the server. */
export type Wire = (ask: () => Promise<Response>, path: string) => Promise<Response>
/** A network over which nothing arrives. */
export const cut: Wire = () => Promise.reject(new TypeError('fetch failed'))
const whole: Wire = (ask) => ask()

/** A device, with the parts that a test looks into. */
export interface TestDevice extends Device {
  database: PGlite
  outbox: OutboxStore
  /** May be changed at any time. */
  line: { wire: Wire }
  /** Path and query of each request so far. */
  asked: string[]
}

interface DeviceOptions {
  wire?: Wire
  now?: () => number
  /** The device's database, instead of a new one. */
  database?: PGlite
}

/** Devices of users of an app, over real HTTP. */
export interface TestDevices {
  /** The folder of databases' files. */
  dir: string
  /** Slow to make: each test uses these two, for users of its own. The second one is on the disk. */
  databases: PGlite[]
  /** The first or second device of a user; reopened it finds its earlier data. */
  open(user: DeviceUser, place: 0 | 1, options?: DeviceOptions): Promise<TestDevice>
  /** Closes the devices that are open, after each test. */
  closeOpen(): Promise<void>
  /** Closes all, with the databases. */
  close(): Promise<void>
}

/** Opens the two databases that the devices of a file's tests take turns with. */
export async function openTestDevices(app: Pick<TestApp, 'url'>): Promise<TestDevices> {
  const dir = await mkdtemp(join(tmpdir(), 'clinidex-devices-'))
  const databases = [await openDeviceDatabase(), await openDeviceDatabase(join(dir, 'kept'))]
  const opened: TestDevice[] = []
  return {
    dir,
    databases,
    async open(user, place, { wire = whole, now, database = databases[place] } = {}) {
      if (!database) throw new Error('There is no such device.')
      const outbox = await openFileOutbox(join(dir, `${user.id}-${place}`))
      const line = { wire }
      const asked: string[] = []
      const device = await openDevice({
        userId: user.id,
        database,
        outbox,
        baseUrl: app.url,
        fetch(input, init) {
          const { pathname, search } = new URL(String(input))
          const headers = { ...user.headers, ...(init?.headers as Record<string, string>) }
          const ask = () => {
            asked.push(pathname + search)
            return fetch(input, { ...init, headers })
          }
          return line.wire(ask, pathname)
        },
        ...(now && { now }),
      }).catch(async (fault) => {
        await outbox.close()
        throw fault
      })
      const tested = Object.assign(device, { database, outbox, line, asked })
      opened.push(tested)
      return tested
    },
    async closeOpen() {
      for (const device of opened.splice(0)) {
        await device.close()
        await device.outbox.close()
      }
    },
    async close() {
      for (const database of databases) await database.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Waits until a device has sent and read everything. */
export function isIdle(device: Device): Promise<void> {
  return vi.waitFor(() => {
    // Its status tells what it waits for.
    expect(isSynced(device.status()), JSON.stringify(device.status())).toBe(true)
  }, WAIT)
}
