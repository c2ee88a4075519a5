import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findInProfile } from '#tests/support/profile-scan.ts'
import { type DeviceKit, type DeviceProcess, startDevice } from './device-process.ts'
import type { Opening } from './device-script.ts'
import { DifferenceError } from './difference.ts'
import { openFaultProxy } from './fault-proxy.ts'
import { type History, memberAt } from './history.ts'
import { expectMarksKept, expectPromisesKept, NOTHING, type Player, play } from './play.ts'
import { serverRowsSql } from './rows-sql.ts'
import { expectDoneOnce } from './serial-rows.ts'
import type { World, WorldTeam } from './world.ts'

/**
 * How long the devices may take to settle once the last fault is repaired. It is longer than any
 * pause.
 */
const HEAL_MAX_MS = 60_000

/** A device's process, reused by history after history unless it dies. */
interface Place extends Player {
  process(): DeviceProcess
  /** Folder of its databases. */
  databases: string
  /** Begins a history. */
  begin(userId: string, outboxFile: string, leaver: string): Promise<void>
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

const DEVICES = 4

export async function openStage(world: World, kit: DeviceKit, name: string): Promise<Stage> {
  const places = await Promise.all(
    Array.from({ length: DEVICES }, (_, index) =>
      openPlace(world, kit, join(world.dir, `${name}-${index}`)),
    ),
  )
  return {
    async play(history) {
      const used = places.slice(0, history.devices)
      const leaver = await world.newPerson()
      const team = history.isOfTeam ? await world.newTeam([leaver]) : undefined
      const users = team?.users ?? [await world.newUser([leaver])]
      const owner = team?.id ?? users[0] ?? ''
      const userOf = (device: number) => users[team ? memberAt(device) : 0] ?? ''
      /** The accounts and teams whose rows a device holds. */
      const owners = new Map(users.map((userId) => [userId, team ? [userId, team.id] : [userId]]))
      const held = used.map((place, device) => ({ place, userId: userOf(device) }))
      const outboxes = used.map((_, index) =>
        join(world.dir, `${name}-${index}-${history.seed}.outbox`),
      )
      try {
        await Promise.all(
          held.map(({ place, userId }, index) =>
            place.begin(userId, outboxes[index] ?? '', leaver),
          ),
        )
        /** Mutations that hung on refused ones, and were given up with them. */
        const givenUp = new Set<string>()
        const meet = () =>
          untilEqual(
            world,
            held.map(({ place, userId }) => [place, owners.get(userId) ?? []]),
            givenUp,
          )
        /** The account that was removed from the team, if it was. */
        let removed: string | undefined
        const promised = await play(history, {
          world,
          players: used,
          userOf,
          meet,
          changeRole: team?.changeRole,
          setPlan: (isLive) => world.setPlan(owner, isLive),
          setQuotaReached: (isReached) => world.setQuotaReached(owner, isReached),
          removePerson: () => world.removePerson(leaver),
          async removeMember() {
            await team?.removeMember()
            removed = userOf(used.length - 1)
            owners.set(removed, [removed])
          },
          async takeMemberBack() {
            await team?.takeMemberBack()
            if (team && removed) owners.set(removed, [removed, team.id])
          },
        })
        await meet()
        for (const userId of users) {
          const wasRemoved = userId === removed
          await expectPromisesKept(world, userId, promised.get(userId) ?? NOTHING, {
            wasRemoved,
            givenUp,
          })
        }
        await expectMarksKept(world, team ? [...users, team.id] : users)
        for (const place of used) await expectShownThroughout(place)
        if (team) {
          for (const { place, userId } of held) {
            if (owners.get(userId)?.length === 1) await expectNothingLeft(place, team)
          }
        } else await expectDoneOnce(world, userOf(0), outboxes, leaver)
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

async function openPlace(world: World, kit: DeviceKit, databases: string): Promise<Place> {
  await cp(kit.emptyDatabase, join(databases, '1'), { recursive: true })
  const proxy = await openFaultProxy(world.port)
  let process = await startDevice(kit, databases)
  let opening: Opening = {
    userId: '',
    cookie: '',
    baseUrl: proxy.url,
    outboxFile: '',
    people: world.people,
    leaver: '',
    kept: [],
  }
  return {
    proxy,
    databases,
    process: () => process,
    async begin(userId, outboxFile, leaver) {
      const cookie = await world.signIn(userId)
      opening = { ...opening, userId, cookie, outboxFile, leaver, kept: [] }
      await process.call('open', opening)
    },
    async act(seed, own) {
      const promised = await process.call('act', seed, own)
      opening.kept.push(...promised.kept)
      return promised
    },
    star: (isStarred) => process.call('star', isStarred),
    async crash(seed) {
      process.call('act', seed, seed).catch(() => undefined)
      await process.kill()
      process = await startDevice(kit, databases)
      await process.call('open', opening)
      return NOTHING
    },
    async reopen() {
      await process.call('close')
      await process.call('open', opening)
    },
    evict: () => process.call('evict', opening),
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

/** A device with the owners whose rows it must hold. */
type Holder = [place: Place, owners: string[]]

/** No mutation is pending, rejected ones are discarded, and every device holds the server's rows. */
async function untilEqual(world: World, holders: Holder[], givenUp: Set<string>): Promise<void> {
  let deadline = performance.now() + HEAL_MAX_MS
  for (;;) {
    const difference = await differenceOf(world, holders, givenUp)
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
  holders: Holder[],
  givenUp: Set<string>,
): Promise<Error | undefined> {
  for (const [index, [place]] of holders.entries()) {
    const process = place.process()
    const outstanding = await process.call('outstanding')
    const { status, waiting, rejected, hasRemains } = outstanding
    for (const id of rejected) {
      for (const gone of await process.call('discard', id)) givenUp.add(gone)
    }
    if (waiting.length > 0 || rejected.length > 0 || hasRemains || status.state !== 'live') {
      const said = JSON.stringify(outstanding)
      // A device that gave up will not settle with more time.
      if (status.state === 'failed') throw new DifferenceError(`Device ${index} gave up: ${said}`)
      return new Error(`Device ${index} is not done: ${said}`)
    }
  }
  const compared = await Promise.all(
    holders.map(([place, owners]) =>
      Promise.all([
        place.process().call('dump'),
        world.sql.unsafe<{ row: string }[]>(serverRowsSql(), [owners]),
      ]),
    ),
  )
  for (const [index, [here, there]] of compared.entries()) {
    const shown = new Set(here)
    const rows = new Set(there.map(({ row }) => row))
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

/** The files of a former member's device hold nothing of the team. */
async function expectNothingLeft({ databases }: Place, { markers }: WorldTeam): Promise<void> {
  const found = await findInProfile(databases, markers)
  if (found.size > 0) {
    const [[text, files] = []] = found
    throw new DifferenceError(
      `${found.size} texts of the team are left, ${text} in ${files?.join()}.`,
    )
  }
}
