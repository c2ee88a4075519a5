import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EmptiedRequest } from '#sync/contract/wire.ts'
import { type Answer, scriptedFetch } from '#tests/support/scripted-fetch.ts'
import { Connection } from './connection.ts'
import { reportEmptied } from './report-emptied.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const noted: Answer = () => new Response(null, { status: 204 })
const refused: Answer = () => Response.json({ error: { code: 'invalid_input' } }, { status: 400 })

/** Reports for a device whose database has been emptied of these teams. */
function reporting(teams: string[], ...answers: Answer[]) {
  const script = scriptedFetch(...answers)
  const closing = new AbortController()
  const onLost = vi.fn()
  const onFault = vi.fn()
  const database = { isReadable: true, teams }
  const connection = new Connection({
    userId: 'ada',
    fetch: script.fetch,
    baseUrl: 'http://device.test',
    onReached: () => undefined,
    onLost,
    onNeed: () => undefined,
    onContact: () => undefined,
  })
  const { wake, ended } = reportEmptied({
    userId: 'ada',
    deviceId: 'device',
    connection,
    database: {
      async query(sql: string) {
        if (!database.isReadable) throw new Error('The database cannot be read.')
        if (sql.startsWith('delete')) database.teams = []
        return { rows: database.teams.map((team_id) => ({ team_id })) as never[], fields: [] }
      },
    },
    onFault,
    signal: closing.signal,
  })
  async function end() {
    closing.abort()
    await ended
  }
  const reports = () => script.sent.map(({ json }) => (json as EmptiedRequest).teams)
  return { database, reports, onLost, onFault, wake, end }
}

it('tells the server of emptied teams until it knows', async () => {
  const { reports, end } = reporting(['team'], noted)
  await vi.advanceTimersByTimeAsync(0)
  expect(reports()).toEqual([['team']])
  await end()
})

it('makes a refused report again after a pause, and lets other requests pass meanwhile', async () => {
  const { reports, onLost, end } = reporting(['team'], refused, noted)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(reports()).toHaveLength(1)
  expect(onLost).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reports()).toEqual([['team'], ['team']])
  await end()
})

it('holds no request back where the database cannot be read', async () => {
  const { database, reports, onLost, onFault, wake, end } = reporting([])
  database.isReadable = false
  wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(onFault).toHaveBeenCalledOnce()
  expect(onLost).not.toHaveBeenCalled()
  expect(reports()).toEqual([])
  await end()
})
