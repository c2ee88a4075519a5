import { expect, it, vi } from 'vitest'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import { scriptedFetch } from '#tests/support/scripted-fetch.ts'
import { soon } from '#tests/support/soon.ts'
import { openDevice } from './device.ts'
import { openMemoryOutbox } from './outbox/memory-outbox.ts'
import type { Database } from './tables/database.ts'
import { prepareDatabase } from './tables/local-schema.ts'
import { Replica } from './tables/replica.ts'

const DELETION = {
  id: crypto.randomUUID(),
  name: 'lists.delete',
  args: { id: crypto.randomUUID() },
  created_at: '2026-11-27T12:00:00.000Z',
} as const

it('takes the answer to a waiting edit that comes while the device is still opening', async () => {
  const database = await openDeviceDatabase()
  const outbox = openMemoryOutbox()
  await outbox.add([DELETION])
  const results = [{ id: DELETION.id, status: 'applied', txid: 7, tables: [] }]
  const { fetch, sent } = scriptedFetch(Response.json({ results }))
  const faults: unknown[] = []
  const device = await openDevice({
    userId: crypto.randomUUID(),
    database,
    outbox,
    baseUrl: 'http://device.test',
    fetch,
    onFault: (fault) => void faults.push(fault),
  })
  expect(faults).toEqual([])
  expect(device.status().isKept).toBe(true)
  await soon(() => expect(device.status().pending).toBe(0))
  expect(sent.filter(({ path }) => path === '/api/mutations')).toHaveLength(1)
  await device.close()
  await database.close()
})

it('removes what a fetch that was cut off brought of a team that it had left, joined again and is out of', async () => {
  const database = await openDeviceDatabase()
  await prepareDatabase(database, 'ada')
  // It is in the team by its rows, the mark of the first time waits for the server, and no shape has a cursor.
  await database.exec(`
    insert into memberships (id, team_id, user_id, role, display_name, joined_at)
      values (gen_random_uuid(), 'desk', 'ada', 'recruiter', 'Ada', now());
    insert into lists (owner_id, id, name, created_at, updated_at)
      values ('desk', gen_random_uuid(), 'Of the desk', now(), now());
    insert into left_teams values ('desk', true)`)
  const device = await openAdasDevice(database)
  expect(await device.query('lists.all', {})).toHaveLength(1)
  await soon(async () => expect(await device.query('lists.all', {})).toEqual([]))
  await device.close()
  await database.close()
})

it('counts as read from for a quarter of a second after a query', async () => {
  const database = await openDeviceDatabase()
  const noteRead = vi.spyOn(Replica.prototype, 'noteRead')
  const device = await openAdasDevice(database)
  expect(noteRead).not.toHaveBeenCalled()
  let nowMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  await device.query('lists.all', {})
  const [replica] = noteRead.mock.contexts as Replica[]
  expect(replica?.isReadFrom).toBe(true)
  nowMs = 249
  expect(replica?.isReadFrom).toBe(true)
  nowMs = 250
  expect(replica?.isReadFrom).toBe(false)
  clock.mockRestore()
  noteRead.mockRestore()
  await device.close()
  await database.close()
})

/** Opens a device whose server has no rows for it. */
const openAdasDevice = (database: Database) =>
  openDevice({
    userId: 'ada',
    database,
    outbox: openMemoryOutbox(),
    baseUrl: 'http://device.test',
    fetch: scriptedFetch(...Array.from({ length: 100 }, () => empty)).fetch,
  })

/** Every shape is empty, and the end of a membership with it; what else is asked gets no answer. */
function empty({ path, signal }: { path: string; signal?: AbortSignal | null | undefined }) {
  if (path.startsWith('/api/shapes/') && path !== '/api/shapes/live') {
    return Response.json([{ headers: { control: 'up-to-date', global_last_seen_lsn: '5' } }], {
      headers: {
        'electric-handle': '1-1',
        'electric-offset': '1_0',
        'electric-schema': '{}',
        'electric-up-to-date': '',
        'electric-cursor': '1',
      },
    })
  }
  return new Promise<Response>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}
