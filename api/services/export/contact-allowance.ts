/**
 * The daily allowance of exported contacts. It counts people: a file that contains any contact
 * value of a person uses one. The count is a row per account and day, so that concurrent exports in
 * all processes wait for its lock. With a team's plan, the people are also counted for the team's day.
 */

import type { ExportAllowance, ExportRefusal } from '#api/contract/export-allowance.ts'
import { limitedAccount } from '#api/services/accounts/demo-guests.ts'
import { nextMidnight } from '#api/services/contacts/reveal-budget.ts'
import {
  countForTeam,
  dayOf,
  leftForTeam,
  lockTeamDay,
  type TeamDay,
} from '#api/services/teams/team-contacts.ts'
import type { Queryable } from '#db/client.ts'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import { AppError } from '#sync/contract/errors.ts'

interface Allowance {
  accountId: string
  /** The team whose plan is in force: its seats limit what its members export together. */
  teamId?: string | undefined
  perDay: number
  /** The time whose UTC day is charged. */
  now: Date
}

/**
 * Charges people to today's allowance, in the transaction of their export.
 * @returns the allowance left.
 * @throws AppError `budget_spent` with `ExportRefusal` when there are more people than allowance.
 */
export async function takeContacts(
  tx: Queryable,
  people: number,
  allowance: Allowance,
): Promise<number> {
  if (people === 0) return contactsLeft(tx, allowance)
  const { accountId, perDay, now } = allowance
  const team = teamDayOf(allowance)
  // The team is locked before the account, as in reveals.
  const ofTeam = team ? await lockTeamDay(tx, team, perDay) : Infinity
  // This is one statement: the row lock makes the second of two exports add to the first.
  const [taken] = await tx<{ people: number }[]>`
    insert into exported_contacts as today (user_id, day, people)
    select ${limitedAccount(tx, accountId)}, ${dayOf(now)}::date, ${people}::integer
    where ${people}::integer <= ${Math.min(perDay, Math.max(0, ofTeam))}::integer
    on conflict (user_id, day) do update set people = today.people + excluded.people
    where today.people + excluded.people <= ${perDay}::integer
    returning people`
  if (taken) {
    if (team) await countForTeam(tx, team, people)
    return Math.min(perDay - taken.people, ofTeam - people)
  }
  const left = await contactsLeft(tx, allowance)
  const data: ExportRefusal = { people, left, resetsAt: nextMidnight(now) }
  throw new AppError(
    'budget_spent',
    `This file would hold the contacts of ${people} people, and ${left} are left today.`,
    { data },
  )
}

/** How many people's contacts an account may still export today. */
export async function contactsLeft(sql: Queryable, allowance: Allowance): Promise<number> {
  const { accountId, perDay, now } = allowance
  const team = teamDayOf(allowance)
  const ofTeam = team ? await leftForTeam(sql, team, perDay) : Infinity
  const [today] = await sql<{ people: number }[]>`
    select people from exported_contacts
    where user_id = ${limitedAccount(sql, accountId)} and day = ${dayOf(now)}::date`
  return Math.max(0, Math.min(perDay - (today?.people ?? 0), ofTeam))
}

/** The people among these who have contacts, counted by kinds of contact. No value is read. */
export async function contactHolders(
  sql: Queryable,
  ids: readonly string[],
): Promise<ExportAllowance['holders']> {
  const rows = await sql<{ kinds: ContactKind[]; people: number }[]>`
    select kinds, count(*)::integer as people
    from (
      select array_agg(distinct kind order by kind) as kinds from candidate_contacts
      where candidate_id = any(${ids as string[]}::uuid[]) group by candidate_id
    ) holder
    group by kinds order by kinds`
  return [...rows]
}

function teamDayOf({ teamId, now }: Allowance): TeamDay | undefined {
  return teamId ? { teamId, now, taken: 'exported' } : undefined
}
