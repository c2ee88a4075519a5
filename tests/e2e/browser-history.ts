import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'playwright/test'
import { Random } from '../../db/generate/random.ts'
import { AppError } from '../../sync/contract/errors.ts'
import type { QueryName } from '../../sync/contract/queries.ts'
import { CONTRACT_VERSION } from '../../sync/contract/wire.ts'
import { act, KEPT } from '../chaos/act.ts'
import type { History, Step } from '../chaos/history.ts'
import type { World } from '../chaos/world.ts'
import { type BrowserDevice, expectQuiet } from './browser-device.ts'

/** One user's browsers, which play one history after another. */
interface Stage {
  world: World
  userId: string
  devices: BrowserDevice[]
}

/** What was promised to the user. */
interface Promised {
  mutations: string[]
  /** Lists that nobody ever changes, with how many people they hold. */
  kept: [id: string, count: number][]
}

/** Plays a history, mends what it broke, and compares what each browser shows with the server. */
export async function playInBrowser(stage: Stage, history: History): Promise<void> {
  const { world } = stage
  const promised: Promised = { mutations: [], kept: [] }
  const misfortunes = stage.devices.map(() => ({ hours: 0, isFull: false }))
  for (const step of history.steps) await take(stage, step, promised, misfortunes)

  await world.isUp()
  for (const device of stage.devices) {
    device.proxy.heal()
    await device.suffer({ hours: 0, isFull: false })
    await device.renewSession()
    await device.flush()
  }
  await untilEqual(stage)
  await expectPromisesKept(stage, promised)
}

/** Every browser shows what the server holds; what was refused is given up. */
async function untilEqual(stage: Stage): Promise<void> {
  for (const device of stage.devices) await expectQuiet(device)
  const cookie = await stage.world.signIn(stage.userId)
  await expect(async () => {
    const truth = await shown((name, args) => askServer(stage, cookie, name, args))
    for (const device of stage.devices) expect(await shown(device.answer)).toEqual(truth)
  }).toPass({ timeout: 60_000 })
}

async function take(
  stage: Stage,
  step: Step,
  promised: Promised,
  misfortunes: { hours: number; isFull: boolean }[],
): Promise<void> {
  // Of all: a pause, or a wait until they show the same.
  if (!('device' in step)) return 'ms' in step ? void (await sleep(step.ms)) : untilEqual(stage)
  const { world, userId, devices } = stage
  const device = devices[step.device]
  const misfortune = misfortunes[step.device]
  if (!device || !misfortune) throw new RangeError(`There is no device ${step.device}.`)
  switch (step.do) {
    case 'act':
      return work(world, device, step.seed, promised)
    case 'faults':
      return device.proxy.plan(step.faults)
    case 'go offline':
      return device.proxy.cut(true)
    case 'go online':
      return device.proxy.cut(false)
    case 'crash':
      // In the middle of something, if it can be.
      work(world, device, step.seed, { mutations: [], kept: [] }).catch(() => undefined)
      return device.crash()
    case 'reopen':
      return device.reopen()
    case 'fill the disk':
    case 'free the disk':
      misfortune.isFull = step.do === 'fill the disk'
      return device.suffer(misfortune)
    case 'turn the clock':
      misfortune.hours = step.hours
      return device.suffer(misfortune)
    case 'end the session':
      return world.signOut(userId)
    case 'renew the session':
      return device.renewSession()
    case 'kill the server':
      return device.proxy.onNextPush(step.when, () => world.killServer())
  }
}

/** Does one thing a recruiter does. */
async function work(
  world: World,
  { workplace }: BrowserDevice,
  seed: string,
  promised: Promised,
): Promise<void> {
  const recorded: typeof workplace = {
    query: workplace.query,
    async mutate(name, args) {
      const { id } = (await workplace.mutate(name, args)) as { id: string }
      promised.mutations.push(id)
      const list = args as { id?: string; name?: string; candidate_ids?: string[] }
      if (name === 'lists.create' && list.name === KEPT && list.id) {
        promised.kept.push([list.id, list.candidate_ids?.length ?? 0])
      }
    },
  }
  try {
    await act(recorded, new Random(seed), world.people)
  } catch (error) {
    // Refused on the spot, and said so: nothing was promised.
    if (!(error instanceof AppError)) throw error
  }
}

type Ask = (name: QueryName, args?: unknown) => Promise<string>

/** All that can be seen of the rows, by query. */
async function shown(ask: Ask): Promise<Record<string, unknown>> {
  const names: QueryName[] = [
    'lists.all',
    'lists.deleted',
    'candidates.saved',
    'searches.all',
    'templates.all',
    'settings.all',
    'entitlement.mine',
  ]
  const answers: Record<string, unknown> = {}
  for (const name of names) answers[name] = JSON.parse(await ask(name))
  for (const { id } of answers['lists.all'] as { id: string }[]) {
    answers[`members of ${id}`] = JSON.parse(await ask('lists.members', { list_id: id }))
  }
  return answers
}

async function askServer(
  { world, userId }: Stage,
  cookie: string,
  name: QueryName,
  args: unknown = {},
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${world.port()}/api/queries/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ version: CONTRACT_VERSION, user_id: userId, args }),
  })
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  const { rows } = (await response.json()) as { rows: unknown[] }
  return JSON.stringify(rows)
}

/** What was acknowledged ran once, and what is kept is there. */
async function expectPromisesKept(stage: Stage, { mutations, kept }: Promised): Promise<void> {
  const { world, userId } = stage
  const results = await world.sql<{ id: string }[]>`
    select id from mutation_results where owner_id = ${userId}`
  const executed = new Set(results.map(({ id }) => id))
  expect(mutations.filter((id) => !executed.has(id))).toEqual([])
  for (const [id, count] of kept) {
    const people = await world.sql`select from list_members where list_id = ${id}`
    expect(people).toHaveLength(count)
  }
}
