import { afterAll, beforeAll, expect } from 'vitest'
import type { TouchKind } from '#db/schema/activities.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import { canInTeam } from '#sync/contract/team-permissions.ts'
import type { MutationResult } from '#sync/contract/wire.ts'
import { type Permission, push } from '#sync/server/executor.ts'
import { testDatabase } from './database.ts'
import { insertKnownPeople, KNOWN_PEOPLE } from './known-people.ts'
import { EVERYTHING, wireMutation } from './push.ts'

export const [ZENOBIA = '', IGNATIUS = ''] = KNOWN_PEOPLE.map(({ id }) => id)
export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * HOUR_MS
export const NOW = Date.now()
/** A day so many days from now. */
export const dayIn = (days: number) => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10)

/** `applied`, or why a mutation was rejected. */
export const codeOf = (result?: MutationResult) =>
  result?.status === 'rejected' ? result.code : result?.status

/** A database with the known people for the tests of a file, and the pushes of its accounts. */
export function outreachDatabase() {
  let opened: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    opened = await testDatabase()
    await insertKnownPeople(opened.sql)
  })
  afterAll(() => opened.close())
  const database = {
    get sql() {
      return opened.sql
    },
  }

  async function newAccount(): Promise<string> {
    const id = crypto.randomUUID()
    await database.sql`
      insert into users (id, name, email, email_verified)
      values (${id}, 'Ana', ${`${id}@clinidex.test`}, true)`
    return id
  }

  /** A new person of the directory. */
  async function newPerson(): Promise<string> {
    const [person] = await database.sql<{ id: string }[]>`
      insert into candidates (first_name, last_name, source) values ('Una', 'Vale', 'csv') returning id`
    return person?.id ?? ''
  }

  /** Roles as the database has them. */
  const permission: Permission = {
    ...EVERYTHING,
    async checkInTeam(tx, team, action) {
      const [row] = await tx<{ user_id: string; role: 'owner' | 'manager' | 'recruiter' }[]>`
        select role from team_members where team_id = ${team} and user_id = ${present}`
      if (!row || !canInTeam(row.role, action)) throw new AppError('forbidden', 'No.')
      return row.role
    },
  }
  /** The account whose push is under way. */
  let present = ''

  async function send<N extends MutationName>(
    account: string,
    name: N,
    args: MutationArgs<N>,
    { createdAt, sentAt }: { createdAt?: Date; sentAt?: Date } = {},
  ): Promise<MutationResult | undefined> {
    present = account
    const made = wireMutation(name, args)
    const mutation = createdAt ? { ...made, created_at: createdAt.toISOString() } : made
    const { results } = await push(database.sql, account, [mutation], permission, { sentAt })
    return results[0]
  }

  async function begin(account: string, candidate_id = ZENOBIA, owner?: string): Promise<string> {
    const of = owner === undefined ? {} : { owner }
    return touch(account, { ...of, candidate_id, kind: 'call' })
  }

  async function touch(
    account: string,
    args: Partial<MutationArgs<'activities.add'>> & { kind: TouchKind },
  ): Promise<string> {
    const id = crypto.randomUUID()
    const made = await send(account, 'activities.add', { candidate_id: ZENOBIA, ...args, id })
    expect(codeOf(made)).toBe('applied')
    return id
  }

  const activity = async (id: string) => {
    const [row] = await database.sql`select * from activities where id = ${id}`
    return row
  }
  const markOf = async (owner: string) => {
    const [row] = await database.sql`
      select mark_id, reason, until, created_by, updated_by, set_at
      from do_not_contact where owner_id = ${owner}`
    return row
  }

  return { database, newAccount, newPerson, send, begin, touch, activity, markOf }
}
