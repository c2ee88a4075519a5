import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { newPerson, teamOf } from '#tests/support/teams.ts'
import { noteDevice } from './devices.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())

it('a device that comes back under a new name, as after an update, is listed by that', async () => {
  const owner = await newPerson(app, { name: 'Olga Owner' })
  const team = await teamOf(app.sql, owner)
  const id = crypto.randomUUID()
  const note = (name: string) => noteDevice(app.sql, { id, userId: owner.id }, name, [team])
  await note('Chrome on Windows')
  await app.sql`update team_devices set last_seen_at = now() - interval '1 hour'`
  await note('Edge on Windows')
  expect(await app.sql`select device_id, name from team_devices`).toEqual([
    { device_id: id, name: 'Edge on Windows' },
  ])
})
