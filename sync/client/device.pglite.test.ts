import { expect, it } from 'vitest'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import { scriptedFetch } from '#tests/support/scripted-fetch.ts'
import { soon } from '#tests/support/soon.ts'
import { openDevice } from './device.ts'
import { openMemoryOutbox } from './outbox/memory-outbox.ts'

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
