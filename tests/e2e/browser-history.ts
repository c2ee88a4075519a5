import { expect } from 'playwright/test'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { QueryName } from '#sync/contract/queries.ts'
import { MET_PEOPLE } from '#tests/chaos/act.ts'
import type { History } from '#tests/chaos/history.ts'
import { expectPromisesKept, NOTHING, play } from '#tests/chaos/play.ts'
import type { World } from '#tests/chaos/world.ts'
import { type BrowserDevice, expectQuiet } from './browser-device.ts'
import { FIRST_START_MS } from './devices.ts'

/** One user's browsers, which play one history after another. */
interface Stage {
  world: World
  userId: string
  devices: BrowserDevice[]
}

/**
 * Plays a history, mends its faults, and compares the rows that each browser shows with the server's.
 */
export async function playInBrowser(stage: Stage, history: History): Promise<void> {
  const { world, userId, devices } = stage
  const meet = () => untilEqual(stage)
  const userOf = () => userId
  const promised = await play(history, { world, players: devices, userOf, meet })
  await meet()
  await expectPromisesKept(world, userId, promised.get(userId) ?? NOTHING)
}

/** Every browser shows the server's rows; rejected mutations are discarded. */
async function untilEqual(stage: Stage): Promise<void> {
  for (const device of stage.devices) await expectQuiet(device)
  const cookie = await stage.world.signIn(stage.userId)
  await expect(async () => {
    const met = stage.world.people.slice(0, MET_PEOPLE)
    const truth = await shown((name, args) => askServer(stage, cookie, name, args), met)
    for (const device of stage.devices) expect(await shown(device.answer, met)).toEqual(truth)
  }).toPass({ timeout: FIRST_START_MS })
}

type Ask = (name: QueryName, args?: unknown) => Promise<string>

/** All visible rows, by query. @param met the people whom devices star. */
async function shown(ask: Ask, met: readonly string[]): Promise<Record<string, unknown>> {
  const names: QueryName[] = [
    'lists.all',
    'lists.deleted',
    'searches.all',
    'templates.all',
    'settings.all',
    'entitlement.mine',
  ]
  const answers: Record<string, unknown> = {}
  for (const name of names) answers[name] = JSON.parse(await ask(name))
  for (const { id, owner_id } of answers['lists.all'] as { id: string; owner_id: string }[]) {
    answers[`members of ${id}`] = JSON.parse(await ask('lists.members', { owner_id, list_id: id }))
  }
  for (const candidate_id of met) {
    answers[`star of ${candidate_id}`] = JSON.parse(await ask('candidates.one', { candidate_id }))
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
