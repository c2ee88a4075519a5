import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import type { ActivityRow } from '#db/schema/activities.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

interface MadeUpStep {
  kind: ActivityRow['kind']
  value?: string
  words?: string
  /** The next step's day, in days from today. */
  next?: number
  hoursAgo: number
}

/** The steps, assigned in turn to the first people of a list, repeatedly. */
const STEPS: readonly MadeUpStep[] = [
  {
    kind: 'call',
    value: 'talked',
    words: 'Would move for days only. Send the contract.',
    next: 0,
    hoursAgo: 26,
  },
  { kind: 'call', value: 'voicemail', next: 1, hoursAgo: 2 },
  { kind: 'email', value: 'replied', words: 'Asks for the rates.', hoursAgo: 50 },
  { kind: 'call', value: 'no_answer', next: -1, hoursAgo: 74 },
  { kind: 'note', words: 'License in two states, renewal in spring.', hoursAgo: 98 },
  { kind: 'meeting', value: 'took_place', words: 'At the job fair.', next: 4, hoursAgo: 170 },
  { kind: 'email', hoursAgo: 200 },
  { kind: 'call', value: 'talked', words: 'Interested, asks about housing.', hoursAgo: 260 },
]

/** The number of people of a list with activities. */
const PEOPLE = 12

/**
 * Creates calls, notes and next steps for the first people of an owner's newest list, one of whom
 * must not be contacted.
 * @param authors accounts that write in turn
 */
export async function insertOutreach(
  tx: TransactionSql,
  ownerId: string,
  authors: readonly string[],
  now: Date,
): Promise<void> {
  const people = await tx<{ list_id: string; candidate_id: string }[]>`
    select m.list_id, m.candidate_id from list_members m
    where m.owner_id = ${ownerId} and m.list_id =
      (select id from lists where owner_id = ${ownerId} order by created_at desc, id limit 1)
    order by m.added_at desc, m.candidate_id limit ${PEOPLE}`
  for (const [index, { list_id, candidate_id }] of people.entries()) {
    const created_by = authors[index % authors.length] ?? ownerId
    const step = STEPS[index % STEPS.length]
    if (!step || index === PEOPLE - 1) continue
    const at = new Date(now.getTime() - step.hoursAgo * HOUR_MS - index * 60_000)
    await tx`
      insert into activities ${tx({
        id: randomUUID(),
        owner_id: ownerId,
        list_id,
        candidate_id,
        kind: step.kind,
        value: step.value ?? null,
        words: step.words ?? null,
        next_on:
          step.next === undefined
            ? null
            : new Date(now.getTime() + step.next * DAY_MS).toISOString().slice(0, 10),
        created_by,
        created_at: at,
        happened_at: at,
      })}`
  }
  const last = people.at(-1)
  if (!last || people.length < PEOPLE) return
  const mark = randomUUID()
  const at = new Date(now.getTime() - 12 * DAY_MS)
  const [by = ownerId] = authors
  await tx`
    insert into do_not_contact ${tx({
      owner_id: ownerId,
      candidate_id: last.candidate_id,
      mark_id: mark,
      reason: 'Asked not to be called again',
      created_by: by,
      updated_by: by,
      set_at: at,
    })}`
  await tx`
    insert into activities ${tx({
      id: mark,
      owner_id: ownerId,
      candidate_id: last.candidate_id,
      kind: 'stop',
      words: 'Asked not to be called again',
      created_by: by,
      created_at: at,
      happened_at: at,
    })}`
}
