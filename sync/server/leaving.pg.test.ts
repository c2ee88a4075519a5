import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MutationResult, WireMutation } from '#sync/contract/wire.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { held } from '#tests/support/held.ts'
import { keepFor, pushAs, wireMutation } from '#tests/support/push.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'

let app: TestApp
let team: string
let member: string
beforeAll(async () => {
  app = await testApp({ people: 20 })
})
afterAll(() => app.close())
beforeEach(async () => {
  team = await teamOf(app.sql, { id: 'admin' })
  member = await memberIn(app.sql, team, { id: 'subscriber' }, 'recruiter')
})

/** Pushes a mutation while the subscriber's membership ends. */
async function whileLeaving(role: 'admin' | 'subscriber', mutation: WireMutation) {
  let pushing: Promise<MutationResult[]> | undefined
  await app.sql.begin(async (tx) => {
    await tx`update team_members set ended_at = now() where id = ${member}`
    pushing = pushAs(app, role, mutation)
    await held(app.sql, pushing)
  })
  return pushing
}

const memberLeft = [expect.objectContaining({ status: 'rejected', code: 'member_left' })]

it('no person is assigned to a member who leaves at the same moment', async () => {
  const [person] = await app.sql<{ id: string }[]>`select id from candidates limit 1`
  const [list_id, candidate_id = ''] = [crypto.randomUUID(), person?.id]
  const list = { owner: team, id: list_id, name: 'A list', candidate_ids: [candidate_id] }
  await keepFor(app, 'admin', wireMutation('lists.create', list))
  const of = { owner: team, activity_id: crypto.randomUUID(), list_id, candidate_id }
  const assign = wireMutation('members.assign', { ...of, assignee: 'subscriber', previous: null })
  expect(await whileLeaving('admin', assign)).toEqual(memberLeft)
  expect(await app.sql`select assigned_to from list_members where list_id = ${list_id}`).toEqual([
    { assigned_to: null },
  ])
})

it('a member who leaves at the same moment watches no search of the team', async () => {
  const search_id = crypto.randomUUID()
  const search = { owner: team, id: search_id, name: 'A search', search_params: { v: 2 as const } }
  await keepFor(app, 'admin', wireMutation('searches.create', search))
  const watch = wireMutation('watches.set', { team, search_id, cadence: 'daily' })
  expect(await whileLeaving('subscriber', watch)).toEqual(memberLeft)
  expect(await app.sql`select from watches where search_id = ${search_id}`).toHaveLength(0)
})
