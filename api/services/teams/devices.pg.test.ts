import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { newPerson, teamOf } from '#tests/support/teams.ts'
import { noteDevice, noteEmptied, purgeDevices } from './devices.ts'

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

it('the devices of a team are deleted 30 days after it was closed, others 90 days after they were seen', async () => {
  const { sql } = app
  await sql`delete from team_devices`
  const owner = await newPerson(app)
  const id = crypto.randomUUID()
  const teams = new Map<string, string>()
  for (const name of ['closed', 'closed lately', 'unseen', 'seen lately']) {
    const team = await teamOf(sql, owner)
    teams.set(name, team)
    await noteDevice(sql, { id, userId: owner.id }, name, [team])
  }
  const close = (name: string, age: string) => sql`
    update teams set closed_at = now() - ${age}::text::interval
    where id = ${teams.get(name) ?? ''}`
  const see = (name: string, age: string) => sql`
    update team_devices set last_seen_at = now() - ${age}::text::interval where name = ${name}`
  await close('closed', '30 days 1 minute')
  await close('closed lately', '29 days 23 hours 59 minutes')
  await see('unseen', '90 days 1 minute')
  await see('seen lately', '89 days 23 hours 59 minutes')
  await purgeDevices(app.parts.sql)
  expect(await sql`select name from team_devices order by name`).toEqual([
    { name: 'closed lately' },
    { name: 'seen lately' },
  ])
  // A device that tells only now that it is empty is told nothing else.
  await noteEmptied(app.parts.sql, { id, userId: owner.id }, [...teams.values()])
  expect(await sql`select from team_devices where emptied_at is not null`).toHaveLength(2)
})
