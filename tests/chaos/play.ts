import { setTimeout as sleep } from 'node:timers/promises'
import type { InvitedRole } from '#db/schema/teams.ts'
import { AppError } from '#sync/contract/errors.ts'
import { ownersOf } from '#sync/contract/mutations.ts'
import { type DeviceActions, KEPT } from './act.ts'
import { DifferenceError } from './difference.ts'
import type { FaultProxy } from './fault-proxy.ts'
import type { History, Step } from './history.ts'
import type { World } from './world.ts'

/** Promises made to users. */
export interface Promised {
  /** Ids of acknowledged mutations of the account's own rows. */
  mutations: string[]
  /** The ids of those among them that are a team's rows. */
  inTeam: string[]
  /** Lists that are never changed, with their number of members. */
  kept: [id: string, count: number, mutation: string][]
}

/** A device as a history controls it, in a process of its own or in a browser. */
export interface Player {
  proxy: FaultProxy
  /** Does one action of a recruiter; `own` decides the text. */
  act(seed: string, own: string): Promise<Promised>
  /** Stars the first person, or takes the star away. */
  star(isStarred: boolean): Promise<Promised>
  /** Is killed in the middle of an action, where possible, and starts again. */
  crash(seed: string): Promise<Promised>
  reopen(): Promise<void>
  /** Starts again without its database. */
  evict?(): Promise<void>
  setDiskFull(isFull: boolean): Promise<void>
  turnClock(hours: number): Promise<void>
  /** Signs in again. */
  renewSession(): Promise<void>
  /** Sends pending mutations at once. */
  flush(): Promise<void>
}

/** Longest until a device pushes, over a restart of the server. */
const PUSH_MAX_MS = 60_000

/** The promises of a killed device, which could report none. */
export const NOTHING: Promised = { mutations: [], inTeam: [], kept: [] }

interface Game {
  world: World
  players: readonly Player[]
  /** The account of a device. */
  userOf(device: number): string
  /** Ends the membership of the second account. */
  removeMember?(): Promise<void>
  /** Makes it a member again. */
  takeMemberBack?(): Promise<void>
  /** Changes the role of the second account in the team. */
  changeRole?(role: InvitedRole): Promise<void>
  /** Ends the plan of the account or the team, or renews it. */
  setPlan?(isLive: boolean): Promise<void>
  /** Whether the account or the team owns as many templates as it may. */
  setQuotaReached?(isReached: boolean): Promise<void>
  /** Removes the history's own person from the directory. */
  removePerson?(): Promise<void>
  /** Resolves when all devices hold the server's rows. */
  meet(): Promise<void>
}

/** Plays the steps of a history and then mends its faults. @returns the promises by account. */
export async function play({ steps }: History, game: Game): Promise<Map<string, Promised>> {
  const { world, players } = game
  const promised = new Map<string, Promised>()
  const note = (userId: string, made: Promised) => {
    const before = promised.get(userId) ?? NOTHING
    promised.set(userId, {
      mutations: [...before.mutations, ...made.mutations],
      inTeam: [...before.inTeam, ...made.inTeam],
      kept: [...before.kept, ...made.kept],
    })
  }
  for (const step of steps) {
    if (isAction(step)) note(game.userOf(step.device), await perform(playerOf(step, game), step))
    else await applyEvent(step, game)
  }
  await world.isUp()
  for (const player of players) {
    player.proxy.heal()
    await player.setDiskFull(false)
    await player.turnClock(0)
    await player.renewSession()
    await player.flush()
  }
  return promised
}

type Action = Extract<Step, { do: 'act' | 'star' | 'star unanswered' | 'crash' }>

const isAction = (step: Step): step is Action =>
  ['act', 'star', 'star unanswered', 'crash'].includes(step.do)

async function perform(player: Player, step: Action): Promise<Promised> {
  switch (step.do) {
    case 'act':
      return player.act(step.seed, step.own ?? step.seed)
    case 'crash':
      return player.crash(step.seed)
    case 'star':
      return player.star(step.isStarred)
    case 'star unanswered': {
      const isCut = new Promise<void>((resolve) =>
        player.proxy.onNextPush('answered', async () => {
          player.proxy.cut(true)
          resolve()
        }),
      )
      const promised = await player.star(true)
      const late = sleep(PUSH_MAX_MS, 'late', { ref: false })
      if ((await Promise.race([isCut, late])) === 'late') throw new Error('The star is not pushed.')
      return promised
    }
  }
}

function playerOf({ device }: { device: number }, { players }: Game): Player {
  const player = players[device]
  if (!player) throw new RangeError(`There is no device ${device}.`)
  return player
}

/** An event that is not the device's own action. */
async function applyEvent(step: Exclude<Step, Action>, game: Game): Promise<unknown> {
  switch (step.do) {
    case 'pause':
      return sleep(step.ms)
    case 'meet':
      return game.meet()
    case 'faults':
      return playerOf(step, game).proxy.plan(step.faults)
    case 'meet the faults':
      return playerOf(step, game).proxy.spent()
    case 'go offline':
      return playerOf(step, game).proxy.cut(true)
    case 'go online':
      return playerOf(step, game).proxy.cut(false)
    case 'reopen':
      return playerOf(step, game).reopen()
    case 'fill the disk':
      return playerOf(step, game).setDiskFull(true)
    case 'free the disk':
      return playerOf(step, game).setDiskFull(false)
    case 'turn the clock':
      return playerOf(step, game).turnClock(step.hours)
    case 'end the session':
      // On all devices of the account, as a new password does.
      return game.world.signOut(game.userOf(step.device))
    case 'remove the member':
      return game.removeMember?.()
    case 'take the member back':
      return game.takeMemberBack?.()
    case 'change the role':
      return game.changeRole?.(step.role)
    case 'end the plan':
      return game.setPlan?.(false)
    case 'renew the plan':
      return game.setPlan?.(true)
    case 'reach a quota':
      return game.setQuotaReached?.(true)
    case 'leave the quota':
      return game.setQuotaReached?.(false)
    case 'import':
      return game.world.import(step.title)
    case 'remove the person':
      return game.removePerson?.()
    case 'evict the database':
      return playerOf(step, game).evict?.()
    case 'renew the session':
      return playerOf(step, game).renewSession()
    case 'kill the server':
      return playerOf(step, game).proxy.onNextPush(step.when, () => game.world.killServer())
  }
}

/** @param run what a recruiter does. @returns the promises made by it. */
export async function promisedBy(
  device: DeviceActions,
  run: (device: DeviceActions) => Promise<unknown>,
): Promise<Promised> {
  const promised: Promised = { mutations: [], inTeam: [], kept: [] }
  const recorded: DeviceActions = {
    userId: device.userId,
    query: (name, args) => device.query(name, args),
    async mutate(name, args) {
      const done = await device.mutate(name, args)
      const isInTeam = ownersOf(name, args, 'account').some((owner) => owner !== 'account')
      promised[isInTeam ? 'inTeam' : 'mutations'].push(done.id)
      const list = args as { id?: string; name?: string; candidate_ids?: string[] }
      if (name === 'lists.create' && list.name === KEPT && list.id) {
        promised.kept.push([list.id, list.candidate_ids?.length ?? 0, done.id])
      }
      return done
    },
  }
  try {
    await run(recorded)
  } catch (error) {
    // Refused at once and reported: nothing was promised.
    const isFull = (error as Error).name === 'QuotaExceededError'
    if (!(error instanceof AppError || isFull)) throw error
  }
  return promised
}

/**
 * Checks that a person marked for good and not lifted since must not be contacted: told from the
 * history alone, whatever the mutations say.
 * @throws DifferenceError
 */
export async function expectMarksKept({ sql }: World, owners: string[]): Promise<void> {
  const [lost] = await sql<{ candidate_id: string }[]>`
    select s.candidate_id from activities s
    where s.owner_id = any(${owners}) and s.kind = 'stop' and s.value is null
      and not exists (select from activities r
        where r.owner_id = s.owner_id and r.candidate_id = s.candidate_id and r.kind = 'resume'
          and r.created_at >= s.created_at)
      and not exists (select from do_not_contact d
        where d.owner_id = s.owner_id and d.candidate_id = s.candidate_id and d.until is null)`
  if (lost) throw new DifferenceError(`Marked for good, and not so any more: ${lost.candidate_id}.`)
}

/**
 * Checks that acknowledged mutations ran, unless they were given up with refused ones, and kept lists
 * are there; who was removed from a team, for
 * however long, was promised nothing in it.
 * @throws DifferenceError
 */
export async function expectPromisesKept(
  { sql }: World,
  userId: string,
  { mutations, inTeam, kept }: Promised,
  { wasRemoved = false, givenUp = new Set<string>() } = {},
): Promise<void> {
  const results = await sql<{ id: string; status: string }[]>`
    select id, result ->> 'status' as status from mutation_results where owner_id = ${userId}`
  const executed = new Map(results.map(({ id, status }) => [id, status]))
  const lost = [...mutations, ...(wasRemoved ? [] : inTeam)].filter(
    (id) => !executed.has(id) && !givenUp.has(id),
  )
  if (lost.length > 0) {
    throw new DifferenceError(`Acknowledged, and never executed: ${lost.join(', ')}`)
  }
  for (const [id, count, mutation] of kept) {
    if (executed.get(mutation) === 'rejected') continue
    const members = await sql`
      select from list_members where owner_id = ${userId} and list_id = ${id} and removed_at is null`
    if (members.length !== count) {
      throw new DifferenceError(`Kept list ${id} holds ${members.length}, not ${count}.`)
    }
  }
}
