import { describe, expect, it } from 'vitest'
import { REASON_MAX } from '#db/schema/do-not-contact.ts'
import {
  codeOf,
  DAY_MS,
  dayIn,
  IGNATIUS,
  outreachDatabase,
  ZENOBIA,
} from '#tests/support/outreach-database.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'

const { newAccount, send, begin, markOf, database } = outreachDatabase()

describe('a mark', () => {
  it('outlives a lift of the mark before that arrives late', async () => {
    const account = await newAccount()
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    await send(account, 'people.stop', { id: first, candidate_id: ZENOBIA, reason: 'One' })
    await send(account, 'people.stop', { id: second, candidate_id: ZENOBIA, reason: 'Two' })
    const lift = (mark_id: string) =>
      send(account, 'people.resume', { id: crypto.randomUUID(), candidate_id: ZENOBIA, mark_id })
    expect(codeOf(await lift(first))).toBe('changed_elsewhere')
    expect(await markOf(account)).toMatchObject({ reason: 'Two' })
    expect(codeOf(await lift(second))).toBe('applied')
    expect(await markOf(account)).toBeUndefined()
  })

  it.each([
    ['for good', 'until a day', null, 5, null],
    ['until a day', 'for good', 5, null, null],
    ['until a day', 'until an earlier one', 9, 5, 9],
    ['until a day', 'until a later one', 5, 9, 9],
  ])('%s and one %s hold as long as the longer', async (_, __, first, second, longer) => {
    const account = await newAccount()
    const day = (days: number | null) => (days === null ? null : dayIn(days))
    const stop = (id: string, reason: string, until: string | null) =>
      send(account, 'people.stop', { id, candidate_id: ZENOBIA, reason, until })
    await stop(crypto.randomUUID(), 'One', day(first))
    const id = crypto.randomUUID()
    expect(codeOf(await stop(id, 'Two', day(second)))).toBe('applied')
    expect(await markOf(account)).toMatchObject({
      mark_id: id,
      reason: 'Two',
      until: day(longer),
    })
  })

  it('that was made before another and arrives after it leaves the newer reason', async () => {
    const account = await newAccount()
    const sentAt = new Date()
    const stop = (id: string, reason: string, minutesAgo: number) => {
      const createdAt = new Date(sentAt.getTime() - minutesAgo * 60_000)
      const args = { id, candidate_id: ZENOBIA, reason }
      return send(account, 'people.stop', args, { createdAt, sentAt })
    }
    const [newer, older] = [crypto.randomUUID(), crypto.randomUUID()]
    await stop(newer, 'Newer', 5)
    const setAt = (await markOf(account))?.set_at
    await stop(older, 'Older', 60)
    // Its lift must name the mark that arrived last all the same.
    expect(await markOf(account)).toMatchObject({ mark_id: older, reason: 'Newer', set_at: setAt })
  })

  it('until a day that passed before it arrived has ended; one of a past day is refused', async () => {
    const account = await newAccount()
    const sentAt = new Date()
    const stop = (until: string, daysAgo: number) => {
      const createdAt = new Date(sentAt.getTime() - daysAgo * DAY_MS)
      const args = { id: crypto.randomUUID(), candidate_id: ZENOBIA, reason: 'A week', until }
      return send(account, 'people.stop', args, { createdAt, sentAt })
    }
    expect(await stop(dayIn(-3), 0)).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('The day must be between'),
    })
    expect(await markOf(account)).toBeUndefined()
    expect(codeOf(await stop(dayIn(-3), 10))).toBe('applied')
    expect(await markOf(account)).toMatchObject({ until: dayIn(-3) })
  })

  it('that has ended is replaced whole, also by one that ends earlier', async () => {
    const [ana, ben] = [await newAccount(), await newAccount()]
    const team = await teamOf(database.sql, { id: ana })
    await memberIn(database.sql, team, { id: ben }, 'recruiter')
    const { stop, lift } = marksOf(team, ZENOBIA)
    await stop(ana, dayIn(9))
    await database.sql`update do_not_contact set until = ${dayIn(-2)} where owner_id = ${team}`
    await database.sql`update activities set value = ${dayIn(-2)} where owner_id = ${team}`
    const mark = await stop(ben, dayIn(1))
    expect(await markOf(team)).toMatchObject({ until: dayIn(1), created_by: ben, updated_by: ben })
    expect(await lift(ben, mark)).toBe('applied')
  })
})

/** Marks of a person in a team. */
function marksOf(team: string, candidate_id: string) {
  return {
    async stop(by: string, until: string | null = null): Promise<string> {
      const id = crypto.randomUUID()
      const args = { owner: team, id, candidate_id, reason: 'Asked', until }
      expect(codeOf(await send(by, 'people.stop', args))).toBe('applied')
      return id
    },
    async lift(by: string, mark_id: string) {
      const id = crypto.randomUUID()
      return codeOf(await send(by, 'people.resume', { owner: team, id, candidate_id, mark_id }))
    },
  }
}

describe('a mark of a team is lifted by who set it and by managers', () => {
  async function team() {
    const [ana, ben, cleo] = [await newAccount(), await newAccount(), await newAccount()]
    const id = await teamOf(database.sql, { id: cleo })
    await memberIn(database.sql, id, { id: ana }, 'recruiter')
    await memberIn(database.sql, id, { id: ben }, 'recruiter')
    return { id, ana, ben, cleo, ...marksOf(id, IGNATIUS) }
  }

  it('and by no other member', async () => {
    const { ana, ben, cleo, stop, lift } = await team()
    const mark = await stop(ana)
    expect(await lift(ben, mark)).toBe('forbidden')
    expect(await lift(ana, mark)).toBe('applied')
    expect(await lift(ben, await stop(ben))).toBe('applied')
    expect(await lift(cleo, await stop(ben))).toBe('applied')
    // Lifted marks are nobody's hindrance.
    expect(await lift(ana, await stop(ana))).toBe('applied')
  })

  it('also when another member marked the person again', async () => {
    const { id, ana, ben, cleo, stop, lift } = await team()
    await stop(ana)
    const again = await stop(ben, dayIn(1))
    expect(await markOf(id)).toMatchObject({ until: null, created_by: ana, updated_by: ben })
    expect(await lift(ben, again)).toBe('forbidden')
    expect(await lift(ana, again)).toBe('forbidden')
    expect(await lift(cleo, again)).toBe('applied')
  })

  it('also when the first of two members marked the person a third time', async () => {
    const { id, ana, cleo, ben, stop, lift } = await team()
    await stop(ana, dayIn(1))
    await stop(ben)
    const third = await stop(ana)
    expect(await markOf(id)).toMatchObject({ created_by: ana, updated_by: ana })
    expect(await lift(ana, third)).toBe('forbidden')
    expect(await lift(cleo, third)).toBe('applied')
  })

  it('also when the person asked another member in a call', async () => {
    const { id, ana, ben, stop, lift } = await team()
    const call = await begin(ben, IGNATIUS, id)
    const mark = await stop(ana)
    const asked = { owner: id, id: call, outcome: 'asked_to_stop' } as const
    await send(ben, 'activities.complete', asked)
    expect(await lift(ana, mark)).toBe('forbidden')
    await send(ben, 'activities.reopen', asked)
    expect(await lift(ana, mark)).toBe('applied')
  })

  it('who may then set a shorter one', async () => {
    const { id, ana, stop, lift } = await team()
    expect(await lift(ana, await stop(ana))).toBe('applied')
    await stop(ana, dayIn(5))
    expect(await markOf(id)).toMatchObject({ until: dayIn(5) })
  })
})

describe('words that are taken out go from the mark too, which stays', () => {
  it('of a call', async () => {
    const account = await newAccount()
    const id = await begin(account)
    const words = `Ill. ${'x'.repeat(REASON_MAX)}`
    await send(account, 'activities.complete', { id, outcome: 'asked_to_stop', words })
    expect(await markOf(account)).toMatchObject({ reason: words.slice(0, REASON_MAX) })
    await send(account, 'activities.redact', { id })
    expect(await markOf(account)).toMatchObject({ mark_id: id, reason: 'Asked us to stop' })
  })

  it('of a step that marked the person, but not of one before', async () => {
    const account = await newAccount()
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    await send(account, 'people.stop', { id: first, candidate_id: ZENOBIA, reason: 'Ill' })
    await send(account, 'people.stop', { id: second, candidate_id: ZENOBIA, reason: 'Divorced' })
    await send(account, 'activities.redact', { id: first })
    expect(await markOf(account)).toMatchObject({ reason: 'Divorced' })
    await send(account, 'activities.redact', { id: second })
    expect(await markOf(account)).toMatchObject({ mark_id: second, reason: 'Asked us to stop' })
  })
})
