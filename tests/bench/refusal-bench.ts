import { randomUUID } from 'node:crypto'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { BenchAccount } from './bench-account.ts'
import { HttpConnection } from './http-connection.ts'
import { type Spread, spread } from './statistics.ts'

/** Strangers, each with pairs of its own: calls are limited for each account and network. */
export const STRANGERS = 18
const PAIRS_EACH = 50
/** The first strangers' times do not count. */
const WARM_UP = 2

export interface RefusalTimes {
  request: string
  foreign: Spread
  missing: Spread
  /** How far the medians are apart, as a share of the smaller one. */
  apart: number
}

interface Kind {
  request: string
  path(team: string): string
  body(team: string): object
  isRefused(answer: string): boolean
}

const mutation = (owner: string) => ({
  id: randomUUID(),
  name: 'lists.create',
  args: { owner, id: randomUUID(), name: 'A list' },
  created_at: new Date().toISOString(),
})

const KINDS: Kind[] = [
  {
    request: 'news of a shape',
    path: () => '/api/shapes/live',
    body: (owner) => ({ shapes: [{ name: 'lists', owner, handle: '1-1', offset: '0_0' }] }),
    isRefused: (answer) => answer.includes('"status":403'),
  },
  {
    request: 'a push',
    path: () => '/api/mutations',
    body: (owner) => ({ mutations: [mutation(owner)] }),
    isRefused: (answer) => answer.includes('"code":"not_a_member"'),
  },
  {
    request: 'leaving',
    path: (team) => `/api/teams/${team}/leave`,
    body: () => ({}),
    isRefused: (answer) => answer.includes('"code":"not_a_member"'),
  },
]

/**
 * Compares how long strangers wait to be refused by a team of others, and by one that is not there.
 * @param strangers `STRANGERS` of them.
 */
export async function benchRefusals(
  origin: string,
  strangers: readonly BenchAccount[],
  foreignTeam: string,
): Promise<RefusalTimes[]> {
  const results: RefusalTimes[] = []
  for (const kind of KINDS) results.push(await compare(kind, origin, strangers, foreignTeam))
  return results
}

async function compare(
  kind: Kind,
  origin: string,
  strangers: readonly BenchAccount[],
  foreignTeam: string,
): Promise<RefusalTimes> {
  const times: Record<Which, number[]> = { foreign: [], missing: [] }
  const teams = { foreign: foreignTeam, missing: randomUUID() }
  for (const [index, stranger] of strangers.entries()) {
    const taken = await askInTurn(kind, origin, stranger, `127.0.1.${1 + index}`, teams)
    if (index < WARM_UP) continue
    times.foreign.push(...taken.foreign)
    times.missing.push(...taken.missing)
  }
  const [foreign, missing] = [spread(times.foreign), spread(times.missing)]
  const apart = Math.abs(foreign.p50 - missing.p50) / Math.min(foreign.p50, missing.p50)
  return { request: kind.request, foreign, missing, apart }
}

type Which = 'foreign' | 'missing'

async function askInTurn(
  { request, path, body, isRefused }: Kind,
  origin: string,
  { id: user_id, headers }: BenchAccount,
  network: string,
  teams: Record<Which, string>,
): Promise<Record<Which, number[]>> {
  const taken: Record<Which, number[]> = { foreign: [], missing: [] }
  const open = (team: string) =>
    new HttpConnection(origin + path(team), { ...headers, Origin: origin }, network)
  const connections = { foreign: open(teams.foreign), missing: open(teams.missing) }
  const ask = async (which: Which) => {
    const json = JSON.stringify({ version: CONTRACT_VERSION, user_id, ...body(teams[which]) })
    const sentAt = performance.now()
    const answer = await connections[which].post(json)
    taken[which].push(performance.now() - sentAt)
    const text = answer.body.toString()
    if (!isRefused(text)) throw new Error(`${request} was answered ${answer.status}: ${text}`)
  }
  for (let pair = 0; pair < PAIRS_EACH; pair++) {
    // The order alternates, so that other load affects both alike.
    const isForeignFirst = pair % 2 === 0
    await ask(isForeignFirst ? 'foreign' : 'missing')
    await ask(isForeignFirst ? 'missing' : 'foreign')
  }
  for (const connection of Object.values(connections)) connection.close()
  return taken
}
