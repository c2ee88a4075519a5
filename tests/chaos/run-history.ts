import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SHAPE_NAMES, shapeOf } from '../../sync/contract/shapes.ts'
import { type DeviceProcess, startDevice } from './device-process.ts'
import type { Opening } from './device-script.ts'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'
import type { History, Step } from './history.ts'
import { DifferenceError, rowsOf } from './rows-of.ts'
import { expectDoneOnce } from './serial-rows.ts'
import type { World } from './world.ts'

/** After the last fault is mended, everything must be in order within this. Longer than any pause. */
const HEAL_MAX_MS = 60_000

/** A device with its way to the server; the process stays, whoever uses it changes. */
interface Place {
  process: DeviceProcess
  proxy: FaultProxy
  databaseDir: string
  outboxFile: string
  opening: Opening
}

/** Devices that play one history after another. */
export interface Stage {
  /** @throws DifferenceError when rows are not what they must be, Error when it does not get there. */
  play(history: History): Promise<void>
  close(): Promise<void>
}

const DEVICES = 3

export async function openStage(world: World, name: string): Promise<Stage> {
  const places = await Promise.all(
    Array.from({ length: DEVICES }, async (_, index): Promise<Place> => {
      const databaseDir = join(world.dir, `${name}-${index}`)
      await cp(world.emptyDatabase, databaseDir, { recursive: true })
      const proxy = await openFaultProxy(world.port)
      return {
        process: await startDevice(databaseDir),
        proxy,
        databaseDir,
        outboxFile: '',
        opening: {
          userId: '',
          cookie: '',
          baseUrl: proxy.url,
          outboxFile: '',
          people: world.people,
          kept: [],
        },
      }
    }),
  )
  return {
    async play(history) {
      const used = places.slice(0, history.devices)
      const userId = await world.newUser()
      for (const [index, place] of used.entries()) {
        const outboxFile = join(world.dir, `${name}-${index}-${history.seed}.outbox`)
        const cookie = await world.signIn(userId)
        place.opening = { ...place.opening, userId, cookie, outboxFile, kept: [] }
      }
      try {
        await Promise.all(used.map(({ process, opening }) => process.call('open', opening)))
        const acknowledged = new Set<string>()
        for (const step of history.steps) await take(world, used, userId, step, acknowledged)
        await heal(world, used, userId)
        await untilEqual(world, used, userId)
        await expectPromisesKept(world, used, userId, acknowledged)
        await expectDoneOnce(
          world,
          userId,
          used.map(({ opening }) => opening.outboxFile),
        )
      } finally {
        for (const { process, proxy, opening } of used) {
          proxy.heal()
          await process.call('forget')
          await rm(opening.outboxFile, { force: true })
        }
      }
    },
    async close() {
      for (const { process, proxy } of places) {
        await process.kill()
        await proxy.close()
      }
    },
  }
}

async function take(
  world: World,
  places: Place[],
  userId: string,
  step: Step,
  acknowledged: Set<string>,
): Promise<void> {
  if (step.do === 'pause') return void (await sleep(step.ms))
  if (step.do === 'meet') return untilEqual(world, places, userId)
  const place = places[step.device]
  if (!place) throw new RangeError(`There is no device ${step.device}.`)
  const { process, proxy, opening } = place
  switch (step.do) {
    case 'act': {
      const done = await process.call('act', step.seed, step.own ?? step.seed)
      for (const id of done.acknowledged) acknowledged.add(id)
      opening.kept.push(...done.kept)
      return
    }
    case 'faults':
      return proxy.plan(step.faults)
    case 'go offline':
      return proxy.cut(true)
    case 'go online':
      return proxy.cut(false)
    case 'crash':
      // In the middle of something, if it can be.
      process.call('act', step.seed, step.seed).catch(() => undefined)
      await process.kill()
      place.process = await startDevice(place.databaseDir)
      return place.process.call('open', opening)
    case 'reopen':
      await process.call('close')
      return process.call('open', opening)
    case 'fill the disk':
      return process.call('setDiskFull', true)
    case 'free the disk':
      return process.call('setDiskFull', false)
    case 'turn the clock':
      return process.call('turnClock', step.hours)
    case 'end the session':
      // Of every device: what a new password does.
      return world.signOut(userId)
    case 'renew the session':
      opening.cookie = await world.signIn(userId)
      return process.call('setCookie', opening.cookie)
    case 'kill the server':
      return proxy.onNextPush(step.when, () => world.killServer())
  }
}

async function heal(world: World, places: Place[], userId: string): Promise<void> {
  await world.isUp()
  for (const { process, proxy, opening } of places) {
    proxy.heal()
    opening.cookie = await world.signIn(userId)
    await process.call('setDiskFull', false)
    await process.call('turnClock', 0)
    await process.call('setCookie', opening.cookie)
    await process.call('flush')
  }
}

/** Nothing waits, what was refused is given up, and every device holds what the server holds. */
async function untilEqual(world: World, places: Place[], userId: string): Promise<void> {
  let deadline = Date.now() + HEAL_MAX_MS
  for (;;) {
    const difference = await differenceOf(world, places, userId)
    if (difference === undefined) return
    if (Date.now() > deadline) throw difference
    await sleep(50)
    // Histories beside this one may have killed it: that is not these devices' time.
    const awayAt = Date.now()
    await world.isUp()
    deadline += Date.now() - awayAt
  }
}

async function differenceOf(
  world: World,
  places: Place[],
  userId: string,
): Promise<Error | undefined> {
  for (const [index, { process }] of places.entries()) {
    const { status, waiting, rejected } = await process.call('outstanding')
    for (const id of rejected) await process.call('discard', id)
    if (waiting.length > 0 || rejected.length > 0 || status.state !== 'live') {
      const { faults } = await process.call('report')
      const said = JSON.stringify({ status, waiting, faults: faults.slice(-5) })
      // That it gave up is no matter of time.
      if (status.state === 'failed') throw new DifferenceError(`Device ${index} gave up: ${said}`)
      return new Error(`Device ${index} is not done: ${said}`)
    }
  }
  const held = await Promise.all(places.map(({ process }) => process.call('dump')))
  for (const name of SHAPE_NAMES) {
    const rows = await world.sql.unsafe(rowsOf(name, `${shapeOf(name).owner} = $1`), [userId])
    const truth = rows.map(({ row }) => row)
    for (const [index, dump] of held.entries()) {
      const here = dump[name] ?? []
      if (JSON.stringify(here) !== JSON.stringify(truth)) {
        return new DifferenceError(
          `Device ${index} differs in ${name}.\n${listed('device', here)}${listed('server', truth)}`,
        )
      }
    }
  }
  return undefined
}

function listed(whose: string, rows: string[]): string {
  return rows.map((row) => `  ${whose} ${row.slice(0, 300)}\n`).join('')
}

/** What was acknowledged ran once, and what is kept was on the screen all the time. */
async function expectPromisesKept(
  world: World,
  places: Place[],
  userId: string,
  acknowledged: Set<string>,
): Promise<void> {
  const results = await world.sql<{ id: string }[]>`
    select id from mutation_results where owner_id = ${userId}`
  const executed = new Set(results.map(({ id }) => id))
  const lost = [...acknowledged].filter((id) => !executed.has(id))
  if (lost.length > 0) {
    throw new DifferenceError(`Acknowledged, and never executed: ${lost.join(', ')}`)
  }
  for (const [index, { process }] of places.entries()) {
    const { violations } = await process.call('report')
    if (violations.length > 0) throw new DifferenceError(`Device ${index}: ${violations[0]}`)
  }
}
