/**
 * The daily allowance of contacts that leave by export. What counts is people: each time a file holds
 * a contact value of somebody, in whatever columns, that is one of the day's. A row per account and
 * day is the count, so that two exports at once, in whatever processes, meet on its lock.
 */

import { countingAccount } from '#api/services/demo-guests.ts'
import { nextMidnight } from '#api/services/reveal-budget.ts'
import type { Queryable } from '#db/client.ts'
import type { ExportAllowance, ExportRefusal } from '#db/schema/exported-contacts.ts'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import { AppError } from '#sync/contract/errors.ts'

interface Allowance {
  accountId: string
  perDay: number
  /** Whose day it is counted to, UTC. */
  now: Date
}

/**
 * Takes people off today's allowance, in the transaction of their export.
 * @returns what is left of it.
 * @throws AppError `budget_spent` when they are more than that, with `ExportRefusal`.
 */
export async function takeContacts(
  tx: Queryable,
  people: number,
  { accountId, perDay, now }: Allowance,
): Promise<number> {
  if (people === 0) return contactsLeft(tx, { accountId, perDay, now })
  // One statement: the row's lock makes the second of two exports count on top of the first.
  const [taken] = await tx<{ people: number }[]>`
    insert into exported_contacts as today (user_id, day, people)
    select ${countingAccount(tx, accountId)}, ${dayOf(now)}::date, ${people}::integer
    where ${people}::integer <= ${perDay}::integer
    on conflict (user_id, day) do update set people = today.people + excluded.people
    where today.people + excluded.people <= ${perDay}::integer
    returning people`
  if (taken) return perDay - taken.people
  const left = await contactsLeft(tx, { accountId, perDay, now })
  const data: ExportRefusal = { people, left, resetsAt: nextMidnight(now) }
  throw new AppError(
    'budget_spent',
    `This file would hold the contacts of ${people} people, and ${left} are left today.`,
    { data },
  )
}

/** People whose contacts an account may still export today. */
export async function contactsLeft(
  sql: Queryable,
  { accountId, perDay, now }: Allowance,
): Promise<number> {
  const [today] = await sql<{ people: number }[]>`
    select people from exported_contacts
    where user_id = ${countingAccount(sql, accountId)} and day = ${dayOf(now)}::date`
  return Math.max(0, perDay - (today?.people ?? 0))
}

/** Who of these people has contacts, counted by which kinds they have. No value is read. */
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

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
