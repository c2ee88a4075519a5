import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { shapeOf } from '#sync/contract/shapes.ts'
import { type DeviceKit, type DeviceProcess, startDevice } from './device-process.ts'
import type { Opening } from './device-script.ts'
import { DifferenceError } from './difference.ts'
import { openFaultProxy } from './fault-proxy.ts'
import type { History } from './history.ts'
import { expectPromisesKept, type Player, play } from './play.ts'
import { rowsSql } from './rows-sql.ts'
import { expectDoneOnce } from './serial-rows.ts'
import type { World } from './world.ts'

/** Once the last fault is mended, the devices must settle within this. Longer than any pause. */
const HEAL_MAX_MS = 60_000

/** A device's process, reused by history after history unless it dies. */
interface Place extends Player {
  process(): DeviceProcess
  /** Begins a history. */
  begin(userId: string, outboxFile: string): Promise<void>
  end(): Promise<void>
  close(): Promise<void>
}

/** Devices that play one history after another. */
export interface Stage {
  /**
   * @throws DifferenceError when rows differ from what they must be, Error when the devices do not
   * settle.
   */
  play(history: History): Promise<void>
  close(): Promise<void>
}

const DEVICES = 3

export async function openStage(world: World, kit: DeviceKit, name: string): Promise<Stage> {
  const places = await Promise.all(
    Array.from({ length: DEVICES }, (_, index) =>
      openPlace(world, kit, join(world.dir, `${name}-${index}`)),
    ),
  )
  return {
    async play(history) {
      const used = places.slice(0, history.devices)
      const userId = await world.newUser()
      const outboxes = used.map((_, index) =>
        join(world.dir, `${name}-${index}-${history.seed}.outbox`),
      )
      try {
        await Promise.all(used.map((place, index) => place.begin(userId, outboxes[index] ?? '')))
        const meet = () => untilEqual(world, used, userId)
        const promised = await play(history, { world, userId, players: used, meet })
        await meet()
        await expectPromisesKept(world, userId, promised)
        for (const place of used) await expectShownThroughout(place)
        await expectDoneOnce(world, userId, outboxes)
      } finally {
        for (const place of used) await place.end()
        for (const outbox of outboxes) await rm(outbox, { force: true })
      }
    },
    async close() {
      for (const place of places) await place.close()
    },
  }
}

async function openPlace(world: World, kit: DeviceKit, databaseDir: string): Promise<Place> {
  await cp(kit.emptyDatabase, databaseDir, { recursive: true })
  const proxy = await openFaultProxy(world.port, world.noteFault)
  let process = await startDevice(kit, databaseDir)
  let opening: Opening = {
    userId: '',
    cookie: '',
    baseUrl: proxy.url,
    outboxFile: '',
    people: world.people,
    kept: [],
  }
  return {
    proxy,
    process: () => process,
    async begin(userId, outboxFile) {
      const cookie = await world.signIn(userId)
      opening = { ...opening, userId, cookie, outboxFile, kept: [] }
      await process.call('open', opening)
    },
    async act(seed, own) {
      const promised = await process.call('act', seed, own)
      opening.kept.push(...promised.kept)
      return promised
    },
    async crash(seed) {
      process.call('act', seed, seed).catch(() => undefined)
      await process.kill()
      process = await startDevice(kit, databaseDir)
      await process.call('open', opening)
      // A killed device could report no promise.
      return { mutations: [], kept: [] }
    },
    async reopen() {
      await process.call('close')
      await process.call('open', opening)
    },
    setDiskFull: (isFull) => process.call('setDiskFull', isFull),
    turnClock: (hours) => process.call('turnClock', hours),
    async renewSession() {
      opening.cookie = await world.signIn(opening.userId)
      await process.call('setCookie', opening.cookie)
    },
    flush: () => process.call('flush'),
    async end() {
      proxy.heal()
      await process.call('forget')
    },
    async close() {
      await process.kill()
      await proxy.close()
    },
  }
}

/** No mutation is pending, rejected ones are discarded, and every device holds the server's rows. */
async function untilEqual(world: World, places: Place[], userId: string): Promise<void> {
  let deadline = performance.now() + HEAL_MAX_MS
  for (;;) {
    const difference = await differenceOf(world, places, userId)
    if (difference === undefined) return
    if (performance.now() > deadline) throw difference
    await sleep(50)
    // Parallel histories may have killed the server: that time does not count.
    const awayAt = performance.now()
    await world.isUp()
    deadline += performance.now() - awayAt
  }
}

async function differenceOf(
  world: World,
  places: Place[],
  userId: string,
): Promise<Error | undefined> {
  for (const [index, place] of places.entries()) {
    const process = place.process()
    const { status, waiting, rejected, faults, open } = await process.call('outstanding')
    for (const id of rejected) await process.call('discard', id)
    if (waiting.length > 0 || rejected.length > 0 || status.state !== 'live') {
      const said = JSON.stringify({ status, waiting, faults, open })
      // A device that gave up will not settle with more time.
      if (status.state === 'failed') throw new DifferenceError(`Device ${index} gave up: ${said}`)
      return new Error(`Device ${index} is not done: ${said}`)
    }
  }
  const truth = await world.sql.unsafe<{ row: string }[]>(
    rowsSql((name) => `${shapeOf(name).owner} = $1`),
    [userId],
  )
  const rows = new Set(truth.map(({ row }) => row))
  const held = await Promise.all(places.map((place) => place.process().call('dump')))
  for (const [index, here] of held.entries()) {
    const shown = new Set(here)
    const difference = [
      ...here.filter((row) => !rows.has(row)).map((row) => `  only here: ${row.slice(0, 300)}`),
      ...[...rows]
        .filter((row) => !shown.has(row))
        .map((row) => `  only there: ${row.slice(0, 300)}`),
    ]
    if (difference.length > 0) {
      return new DifferenceError(`Device ${index} differs.\n${difference.join('\n')}`)
    }
  }
  return undefined
}

/** Kept lists were shown all the time. */
async function expectShownThroughout(place: Place): Promise<void> {
  const violations = await place.process().call('violations')
  if (violations.length > 0) throw new DifferenceError(violations[0])
}
