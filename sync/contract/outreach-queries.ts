import { z } from 'zod'
import { type ActivityRow, day, IS_TOUCH, type TouchKind } from '#db/schema/activities.ts'
import type { CandidateCard } from '#db/schema/candidate-card.ts'
import type { DoNotContactRow } from '#db/schema/do-not-contact.ts'
import { LIST_MEMBERS_MAX, type ListMemberRow } from '#db/schema/lists.ts'
import { accountId, ownerId } from '#db/schema/owners.ts'
import { define, id, none, noParams, numbered } from './query.ts'

/** Number of people whose touches one query returns. */
export const TOUCHES_MAX = 100

/**
 * Number of people of a call block who are returned in advance, so that the next one is shown before the
 * query runs again.
 */
const NEXT_TO_CALL = 5

/** The clock furthest from UTC is 14 hours ahead. */
const UTC_OFFSET_MAX = 14 * 60

/** The touches of one person; null where there are none. */
export interface PersonTouches {
  candidate_id: string
  touched_kind: TouchKind | null
  /** The outcome of a call. */
  touched_value: string | null
  touched_by: string | null
  touched_owner: string | null
  touched_at: Date | null
  /** The last touch by another account than the one asked about. */
  others_kind: TouchKind | null
  others_value: string | null
  others_by: string | null
  others_owner: string | null
  others_at: Date | null
  /** A call without an outcome. */
  calling_id: string | null
  calling_by: string | null
  calling_owner: string | null
  calling_at: Date | null
  /** The mark that ends last. */
  stop_mark: string | null
  stop_reason: string | null
  stop_until: string | null
  stop_by: string | null
  stop_owner: string | null
  stop_at: Date | null
}

/** A next step; its kind and value are those of the activity after which it was set. */
export type DueStep = Pick<
  ActivityRow,
  | 'id'
  | 'owner_id'
  | 'list_id'
  | 'candidate_id'
  | 'card'
  | 'kind'
  | 'value'
  | 'words'
  | 'happened_at'
> & { next_on: string }

/** A call without an outcome. */
export type OpenCall = Pick<
  ActivityRow,
  'id' | 'owner_id' | 'list_id' | 'candidate_id' | 'card' | 'happened_at'
>

/** A person of a call block; null at its end. */
export interface MemberToCall {
  candidate_id: string | null
  card: CandidateCard | null
  stage: ListMemberRow['stage']
  /**
   * Numbers of the list's people: not to be contacted, touched lately, done, and all of them. People
   * without a card cannot be called, and are not counted.
   */
  stopped: number
  touched: number
  done: number
  total: number
}

/** The card of an activity's person; the server fills it in for next steps only. */
const CARD = `coalesce(a.card,
  (select m.card from list_members m
    where m.candidate_id = a.candidate_id and m.card is not null and m.removed_at is null limit 1),
  (select s.card from saved_candidates s
    where s.candidate_id = a.candidate_id and s.card is not null limit 1))`

/** The parameters of `lists.to_call`, in the order of their numbers. */
const CALL_PARAMS = [
  'owner_id',
  'list_id',
  'begun_at',
  'by',
  'cooldown_from',
  'today',
  'skipped',
] as const

/** Queries of what was done with people, and of what is to be done. */
export const OUTREACH_QUERIES = {
  /**
   * The next people of a list to call, each with the numbers of people of each kind; null at the end.
   * Who is left out is found once, and looked up by hash, because the list may be long. Only the cards
   * of the next people are read.
   */
  'lists.to_call': define<MemberToCall>()({
    args: z.object({
      owner_id: ownerId,
      list_id: id,
      /** When the block began; who was touched since by this account is done. */
      begun_at: z.iso.datetime(),
      by: accountId,
      /** People who were touched since then are left out. */
      cooldown_from: z.iso.datetime(),
      today: day,
      /** People who were skipped in this block. */
      skipped: z.array(id).max(LIST_MEMBERS_MAX).default([]),
    }),
    tables: ['list_members', 'activities', 'do_not_contact'],
    sql: numbered(
      CALL_PARAMS,
      `
      select candidate_id, card, stage, stopped, touched, done, total from (
        with left_out as materialized (
          select d.candidate_id, 'stopped' as why from do_not_contact d
            where d.until is null or d.until >= :today
          union all
          select a.candidate_id, case
              when a.created_by = :by and a.happened_at >= :begun_at::timestamptz then 'done'
              else 'touched' end
            from activities a
            where ${IS_TOUCH} and (a.happened_at >= :cooldown_from::timestamptz
              or a.created_by = :by and a.happened_at >= :begun_at::timestamptz)
        ), counted as (
          select
            coalesce(sum(people) filter (where why = 'stopped'), 0)::integer as stopped,
            coalesce(sum(people) filter (where why = 'touched'), 0)::integer as touched,
            coalesce(sum(people) filter (where why = 'done'), 0)::integer as done,
            coalesce(sum(people), 0)::integer as total
          from (
            select count(*) as people, case
                when m.candidate_id not in (select candidate_id from left_out) then 'left'
                when m.candidate_id in (select candidate_id from left_out where why = 'stopped')
                  then 'stopped'
                when m.candidate_id in (select candidate_id from left_out where why = 'done')
                  then 'done'
                else 'touched' end as why
            from list_members m
            where m.owner_id = :owner_id and m.list_id = :list_id and m.removed_at is null
              and m.card is not null
            group by why) people
        ), next as (
          select m.candidate_id, m.added_at from list_members m
          where m.owner_id = :owner_id and m.list_id = :list_id and m.removed_at is null and m.card is not null
            and m.candidate_id not in (select candidate_id from left_out)
            and m.candidate_id not in (select unnest(string_to_array(:skipped, ','))::uuid)
          order by m.added_at desc, m.candidate_id limit ${NEXT_TO_CALL}
        )
        select n.candidate_id, n.added_at, m.card, m.stage, c.*
        from counted c
        cross join (select candidate_id, added_at from next union all select null, null) n
        left join list_members m on m.owner_id = :owner_id and m.list_id = :list_id
          and m.candidate_id = n.candidate_id and m.removed_at is null
        where c.total > 0) people
      order by added_at desc nulls last, candidate_id`,
    ),
    params: ({ skipped, ...args }) => {
      const values = { ...args, skipped: skipped.join(',') }
      return CALL_PARAMS.map((name) => values[name])
    },
  }),
  /** The history of one person, by the account and its teams, newest first. */
  'people.trail': define<ActivityRow>()({
    args: z.object({ candidate_id: id }),
    tables: ['activities'],
    sql: `
      select * from activities where candidate_id = $1
      order by happened_at desc, created_at desc, id limit 200`,
    params: ({ candidate_id }) => [candidate_id],
  }),
  /** The touches of people: the last one, the last of other accounts, an open call, a mark. */
  'people.touches': define<PersonTouches>()({
    args: z.object({
      ids: z.array(id).min(1).max(TOUCHES_MAX),
      today: day,
      /**
       * The account whose touches do not count as those of others; null to leave out those of others.
       */
      by: accountId.nullable().default(null),
    }),
    tables: ['activities', 'do_not_contact'],
    sql: `
      select p.id as candidate_id, touch.*, others.*, call.*, stop.*
      from unnest(string_to_array($1, ',')::uuid[]) as p (id)
      left join lateral (
        select a.kind as touched_kind, a.value as touched_value, a.created_by as touched_by,
          a.owner_id as touched_owner, a.happened_at as touched_at
        from activities a where a.candidate_id = p.id and ${IS_TOUCH}
        order by a.happened_at desc limit 1) touch on true
      left join lateral (
        select a.kind as others_kind, a.value as others_value, a.created_by as others_by,
          a.owner_id as others_owner, a.happened_at as others_at
        from activities a where a.candidate_id = p.id and ${IS_TOUCH} and a.created_by <> $3::text
        order by a.happened_at desc limit 1) others on true
      left join lateral (
        select a.id as calling_id, a.created_by as calling_by, a.owner_id as calling_owner,
          a.happened_at as calling_at
        from activities a where a.candidate_id = p.id and a.kind = 'call' and a.value is null
          and a.redacted_at is null
        order by a.happened_at desc limit 1) call on true
      left join lateral (
        select d.mark_id as stop_mark, d.reason as stop_reason, d.until as stop_until,
          d.updated_by as stop_by, d.owner_id as stop_owner, d.set_at as stop_at
        from do_not_contact d where d.candidate_id = p.id and (d.until is null or d.until >= $2)
        order by d.until desc nulls first, d.set_at desc limit 1) stop on true`,
    params: ({ ids, today, by }) => [ids.join(','), today, by],
  }),
  /**
   * The next steps that an account set itself, up to a day, the most overdue first. A newer step
   * replaces an older one at once, a touch only from the step's day on: today's call without an answer
   * leaves tomorrow's step. A step that was moved keeps its words, and is still after the touch or note that
   * set it first.
   */
  'people.due': define<DueStep>()({
    args: z.object({
      by: accountId,
      until: day,
      today: day,
      /**
       * How many minutes the device's clock is ahead of UTC, from which the day of a touch follows.
       */
      utc_offset: z.number().int().min(-UTC_OFFSET_MAX).max(UTC_OFFSET_MAX).default(0),
    }),
    tables: ['activities', 'do_not_contact', 'list_members', 'saved_candidates'],
    sql: `
      select a.id, a.owner_id, a.list_id, a.candidate_id, ${CARD} as card,
        coalesce(reason.kind, a.kind) as kind, reason.value, a.words, a.next_on, a.happened_at
      from activities a
      left join lateral (
        select b.kind, b.value from activities b
        where b.candidate_id = a.candidate_id and b.owner_id = a.owner_id
          and b.created_by = a.created_by and b.kind <> 'next' and b.next_on is not null
          and b.words is not distinct from a.words
          and (b.happened_at, b.created_at, b.id) <= (a.happened_at, a.created_at, a.id)
        order by b.happened_at desc, b.created_at desc, b.id desc limit 1) reason on true
      where a.created_by = $1 and a.next_on <= $2
        and not exists (
          select from activities b
          where b.candidate_id = a.candidate_id and b.owner_id = a.owner_id
            and b.created_by = a.created_by
            and (b.happened_at, b.created_at, b.id) > (a.happened_at, a.created_at, a.id)
            and (b.next_on is not null or b.kind = 'next'
              or (b.kind in ('email', 'text', 'meeting') or b.kind = 'call' and b.value is not null)
                and to_char(b.happened_at + make_interval(mins => $4::integer), 'YYYY-MM-DD')
                  >= a.next_on))
        and not exists (select from do_not_contact d where d.candidate_id = a.candidate_id
          and (d.until is null or d.until >= $3))
      order by a.next_on, a.happened_at, a.id limit 500`,
    params: ({ by, until, today, utc_offset }) => [by, until, today, utc_offset],
  }),
  /** Calls that an account began and has not completed, the last first. */
  'people.calling': define<OpenCall>()({
    args: z.object({ by: accountId }),
    tables: ['activities', 'list_members', 'saved_candidates'],
    sql: `
      select a.id, a.owner_id, a.list_id, a.candidate_id, ${CARD} as card, a.happened_at
      from activities a where kind = 'call' and value is null and redacted_at is null and created_by = $1
      order by happened_at desc limit 20`,
    params: ({ by }) => [by],
  }),
  /** Everybody who must not be contacted, the last marked first. */
  'people.stopped': define<DoNotContactRow>()({
    args: none,
    tables: ['do_not_contact'],
    sql: 'select * from do_not_contact order by set_at desc, candidate_id limit 1000',
    params: noParams,
  }),
} as const
