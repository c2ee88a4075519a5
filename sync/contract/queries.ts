import { z } from 'zod'
import {
  type ActivityRow,
  day,
  IS_TOUCH,
  OF_LATE_DAYS,
  STAGES,
  stage,
  type TouchKind,
} from '#db/schema/activities.ts'
import type { CandidateCard } from '#db/schema/candidate-card.ts'
import type { ContactReportRow } from '#db/schema/contact-reports.ts'
import type { DoNotContactRow } from '#db/schema/do-not-contact.ts'
import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import { LIST_MEMBERS_MAX, type ListMemberRow, type ListRow } from '#db/schema/lists.ts'
import { ownedText } from '#db/schema/owned-text.ts'
import { accountId, ownerId } from '#db/schema/owners.ts'
import type { SavedCandidateRow } from '#db/schema/saved-candidates.ts'
import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { TeamMemberRow, TeamRole, TeamRow } from '#db/schema/teams.ts'
import type { RevealRow } from '#db/schema/traces.ts'
import type { UserSettingRow } from '#db/schema/user-settings.ts'
import type { WatchRow } from '#db/schema/watches.ts'
import { type ShapeName, WRITABLE_NAMES } from './shapes.ts'

/*
 * Every read of owned rows, by name. The same SQL runs on the device, whose tables hold the rows of
 * the account and its teams, and on the server, which puts views of those in the tables' places.
 * Owners may have rows of one id: what joins rows joins by the owner, too.
 */

/** Most members in one window of a list. */
export const WINDOW_MAX = 100

/** People whose touches one query tells. */
export const TOUCHES_MAX = 100

/** People of a call block who are named ahead: the next is shown before the query is answered anew. */
const NEXT_TO_CALL = 5

/** Most people that one query is asked about: as many as one mutation takes. */
const PEOPLE_MAX = 500

interface Query<A extends z.ZodType, R> {
  args: A
  /** The tables it reads: it runs again when one of them changes. */
  tables: readonly ShapeName[]
  /** Parameters are `$1 …` in the order of `params`. */
  sql: string
  params(args: z.output<A>): unknown[]
  /** Carries the row's type for the compiler alone. */
  row?: R
}

const define =
  <R>() =>
  <A extends z.ZodType>(query: Query<A, R>): Query<A, R> =>
    query

const none = z.object({})
const noParams = () => []
const id = z.uuid().toLowerCase()
/** The team whose row it is; null for the account's own. */
const team = ownerId.nullable().default(null)

const listAddress = z.object({ owner_id: ownerId, id })

/** A list as its screens show it; members without a card count too. */
export type ListSummary = Pick<
  ListRow,
  | 'id'
  | 'owner_id'
  | 'name'
  | 'description'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
  | 'created_by'
> & { member_count: number }

/** A team, with the account's own membership. */
export interface OwnTeamRow
  extends Pick<TeamRow, 'id' | 'name' | 'lease_days' | 'cooldown_days' | 'seats'> {
  member_id: string
  role: TeamRole
}

/** How rows of a team name an account that is or was in it. */
export type MemberName = Pick<TeamMemberRow, 'team_id' | 'user_id' | 'display_name' | 'ended_at'>

/** A list that some of the people asked about are on. */
export interface ListHaving extends Pick<ListRow, 'id' | 'owner_id' | 'name'> {
  people: number
}

/** A person on a list, with the number of people found. */
export interface MemberInList
  extends Pick<
    ListMemberRow,
    'candidate_id' | 'added_at' | 'stage' | 'stage_by' | 'stage_at' | 'assigned_to' | 'assigned_at'
  > {
  /** Null until the server has filled the card in. */
  card: CandidateCard | null
  /** The step before the present stage; null where there was none. */
  stage_before: (Pick<ActivityRow, 'value' | 'created_by'> & { created_at: string }) | null
  /** All people the search finds, in the window or not. */
  total: number
}

/** How things stand with one person; null where nothing was done. */
export interface PersonTouches {
  candidate_id: string
  touched_kind: TouchKind | null
  /** Of a call its outcome. */
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
  /** The mark that holds longest. */
  stop_mark: string | null
  stop_reason: string | null
  stop_until: string | null
  stop_by: string | null
  stop_owner: string | null
  stop_at: Date | null
}

/** A next step and what it follows from. */
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
   * How many of the list must not be contacted, were touched lately, are done, and all of them: those
   * with a card, for nobody else can be called.
   */
  stopped: number
  touched: number
  done: number
  total: number
}

/** The person of an activity: the server fills in the card of a next step alone. */
const CARD = `coalesce(a.card,
  (select m.card from list_members m
    where m.candidate_id = a.candidate_id and m.card is not null and m.removed_at is null limit 1),
  (select s.card from saved_candidates s
    where s.candidate_id = a.candidate_id and s.card is not null limit 1))`

/** A row of the account's own. */
export interface TakenRow {
  table: (typeof OWN_TABLES)[number]
  /** JSON of its columns. */
  row: string
}

/** What an account wrote itself, and the traces of what it did. */
const OWN_TABLES = [...WRITABLE_NAMES, 'reveals', 'export_logs'] as const

const LIST_SUMMARY = `
  select l.id, l.owner_id, l.name, l.description, l.created_at, l.updated_at, l.deleted_at,
    l.created_by,
    (select count(*)::integer from list_members m
      where m.owner_id = l.owner_id and m.list_id = l.id and m.removed_at is null) as member_count
  from lists l`

/** Members by how things stand with them: never touched, not of late, not to be contacted. */
const MEMBER_TOUCHES = ['never', 'not_of_late', 'stopped'] as const
export type MemberTouches = (typeof MEMBER_TOUCHES)[number]

/** What the members of a list can be sorted by. */
const MEMBER_SORTS = ['added', 'name', 'title', 'place', 'stage'] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

/** The text that members are sorted by; null for the day they were added, and where it is unknown. */
const SORT_TEXT = `
  case $8
    when 'name' then m.sort_name when 'title' then m.sort_title when 'place' then m.sort_place
    when 'stage'
      then array_position(array[${STAGES.map((stage) => `'${stage}'`).join()}], m.stage)::text
  end`

/** Without a value, members come last in both directions. */
const SORTED_MEMBERS = `
  case when $9 = 'asc' then ${SORT_TEXT} end nulls last,
  case when $9 = 'desc' then ${SORT_TEXT} end desc nulls last,
  case when $8 = 'added' and $9 = 'asc' then m.added_at end,
  m.added_at desc, m.candidate_id`

const FOUND_MEMBERS = `
  where m.owner_id = $1 and m.list_id = $2 and m.removed_at is null
    and ($3 = '' or strpos(m.search_text, lower($3)) > 0)
    and ($4::text is null or coalesce(m.stage, 'none') = $4)
    and ($5::text is null or coalesce(m.assigned_to, 'none') = $5)
    and case $10::text
      when 'never' then m.candidate_id not in (
        select a.candidate_id from activities a where ${IS_TOUCH})
      when 'not_of_late' then m.candidate_id not in (
        select a.candidate_id from activities a
        where ${IS_TOUCH} and a.happened_at >= $11::text::date - ${OF_LATE_DAYS})
      when 'stopped' then m.candidate_id in (
        select d.candidate_id from do_not_contact d where d.until is null or d.until >= $11::text)
      else true end`

export const QUERIES = {
  'lists.all': define<ListSummary>()({
    args: none,
    tables: ['lists', 'list_members'],
    sql: `${LIST_SUMMARY} where l.deleted_at is null order by l.created_at desc, l.id`,
    params: noParams,
  }),
  'lists.one': define<ListSummary>()({
    args: z.object({ id, team }),
    tables: ['lists', 'list_members', 'memberships'],
    sql: `${LIST_SUMMARY}
      where l.id = $1 and l.deleted_at is null and case when $2::text is null
        then l.owner_id not in (select team_id from memberships) else l.owner_id = $2 end`,
    params: ({ id, team }) => [id, team],
  }),
  'lists.deleted': define<ListSummary>()({
    args: none,
    tables: ['lists', 'list_members'],
    sql: `${LIST_SUMMARY} where l.deleted_at is not null and l.moved_to is null
      order by l.deleted_at desc, l.id`,
    params: noParams,
  }),
  /** One window of a list, sorted, of members whose name, title, … contains the text. */
  'lists.members': define<MemberInList>()({
    args: z.object({
      owner_id: ownerId,
      list_id: id,
      /** Those of a stage; `none` for those who have none yet. */
      stage: stage.or(z.literal('none')).nullable().default(null),
      /** Those assigned to an account; `none` for those assigned to nobody. */
      assigned_to: accountId.nullable().default(null),
      text: ownedText(200).default(''),
      touches: z.enum(MEMBER_TOUCHES).nullable().default(null),
      /** The day of the device, by which marks end and touches age. */
      today: day.default('1970-01-01'),
      sort: z.enum(MEMBER_SORTS).default('added'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(WINDOW_MAX).default(WINDOW_MAX),
    }),
    tables: ['list_members', 'activities', 'do_not_contact'],
    sql: `
      select m.candidate_id, m.card, m.added_at, m.stage, m.stage_by, m.stage_at, m.assigned_to,
        m.assigned_at,
        (select count(*)::integer from list_members m ${FOUND_MEMBERS}) as total,
        case when m.stage_at is not null then (
          select json_build_object(
            'value', a.value, 'created_by', a.created_by, 'created_at', a.created_at)
          from activities a
          where a.owner_id = m.owner_id and a.list_id = m.list_id
            and a.candidate_id = m.candidate_id and a.kind = 'stage' and a.created_at < m.stage_at
          order by a.created_at desc limit 1) end as stage_before
      from list_members m
      ${FOUND_MEMBERS}
      order by ${SORTED_MEMBERS}
      limit $7 offset $6`,
    params: (args) => [
      args.owner_id,
      args.list_id,
      args.text,
      args.stage,
      args.assigned_to,
      args.offset,
      args.limit,
      args.sort,
      args.direction,
      args.touches,
      args.today,
    ],
  }),
  /**
   * The next people of a list to call, and nobody at the end, each with how many there are of each
   * kind. Who is left out is found once, and looked up by hash: the list may be long. Cards are read of
   * the next alone.
   */
  'lists.to_call': define<MemberToCall>()({
    args: z.object({
      owner_id: ownerId,
      list_id: id,
      /** Since when the block goes on: who was touched since by this account is done. */
      begun_at: z.iso.datetime(),
      by: accountId,
      /** Who was touched since then is left alone. */
      cooldown_from: z.iso.datetime(),
      today: day,
      /** People put off within this block. */
      skipped: z.array(id).max(LIST_MEMBERS_MAX).default([]),
    }),
    tables: ['list_members', 'activities', 'do_not_contact'],
    sql: `
      select candidate_id, card, stage, stopped, touched, done, total from (
        with left_out as materialized (
          select d.candidate_id, 'stopped' as why from do_not_contact d
            where d.until is null or d.until >= $6
          union all
          select a.candidate_id, case
              when a.created_by = $4 and a.happened_at >= $3::timestamptz then 'done'
              else 'touched' end
            from activities a
            where ${IS_TOUCH} and (a.happened_at >= $5::timestamptz
              or a.created_by = $4 and a.happened_at >= $3::timestamptz)
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
            where m.owner_id = $1 and m.list_id = $2 and m.removed_at is null
              and m.card is not null
            group by why) people
        ), next as (
          select m.candidate_id, m.added_at from list_members m
          where m.owner_id = $1 and m.list_id = $2 and m.removed_at is null and m.card is not null
            and m.candidate_id not in (select candidate_id from left_out)
            and m.candidate_id not in (select unnest(string_to_array($7, ','))::uuid)
          order by m.added_at desc, m.candidate_id limit ${NEXT_TO_CALL}
        )
        select n.candidate_id, n.added_at, m.card, m.stage, c.*
        from counted c
        cross join (select candidate_id, added_at from next union all select null, null) n
        left join list_members m on m.owner_id = $1 and m.list_id = $2
          and m.candidate_id = n.candidate_id and m.removed_at is null
        where c.total > 0) people
      order by added_at desc nulls last, candidate_id`,
    params: ({ owner_id, list_id, begun_at, by, cooldown_from, today, skipped }) => [
      owner_id,
      list_id,
      begun_at,
      by,
      cooldown_from,
      today,
      skipped.join(','),
    ],
  }),
  /** How many people are on both of two lists. */
  'lists.overlap': define<{ people: number }>()({
    args: z.object({ one: listAddress, other: listAddress }),
    tables: ['list_members'],
    sql: `
      select count(*)::integer as people
      from list_members m join list_members n on n.candidate_id = m.candidate_id
      where m.owner_id = $1 and m.list_id = $2 and m.removed_at is null
        and n.owner_id = $3 and n.list_id = $4 and n.removed_at is null`,
    params: ({ one, other }) => [one.owner_id, one.id, other.owner_id, other.id],
  }),
  /** The lists that some of these people are on, with how many of them. */
  'lists.having': define<ListHaving>()({
    args: z.object({ candidate_ids: z.array(id).max(PEOPLE_MAX) }),
    tables: ['lists', 'list_members'],
    sql: `
      select l.owner_id, l.id, l.name, count(*)::integer as people
      from list_members m join lists l on l.owner_id = m.owner_id and l.id = m.list_id
      where m.candidate_id in (select json_array_elements_text($1::text::json)::uuid)
        and m.removed_at is null and l.deleted_at is null
      group by l.owner_id, l.id, l.name order by people desc, l.name, l.id`,
    params: ({ candidate_ids }) => [JSON.stringify(candidate_ids)],
  }),
  /** What was done with one person, by the account and its teams, the last first. */
  'people.trail': define<ActivityRow>()({
    args: z.object({ candidate_id: id }),
    tables: ['activities'],
    sql: `
      select * from activities where candidate_id = $1
      order by happened_at desc, created_at desc, id limit 200`,
    params: ({ candidate_id }) => [candidate_id],
  }),
  /** How things stand with people: the last touch, that of others, a call that is open, a mark. */
  'people.touches': define<PersonTouches>()({
    args: z.object({
      ids: z.array(id).min(1).max(TOUCHES_MAX),
      today: day,
      /** The account beside whose touches those of others are told; null where they are not. */
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
  /** The next steps that an account set itself, up to a day, the most overdue first. */
  'people.due': define<DueStep>()({
    args: z.object({ by: accountId, until: day, today: day }),
    tables: ['activities', 'do_not_contact', 'list_members', 'saved_candidates'],
    sql: `
      select a.id, a.owner_id, a.list_id, a.candidate_id, ${CARD} as card, a.kind, a.value, a.words,
        a.next_on, a.happened_at
      from activities a
      where a.created_by = $1 and a.next_on <= $2
        and not exists (
          select from activities b
          where b.candidate_id = a.candidate_id and b.owner_id = a.owner_id
            and b.created_by = a.created_by
            and (b.happened_at, b.created_at, b.id) > (a.happened_at, a.created_at, a.id)
            and (b.next_on is not null or b.kind in ('email', 'text', 'meeting', 'next')
              or b.kind = 'call' and b.value is not null))
        and not exists (select from do_not_contact d where d.candidate_id = a.candidate_id
          and (d.until is null or d.until >= $3))
      order by a.next_on, a.happened_at, a.id limit 500`,
    params: ({ by, until, today }) => [by, until, today],
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
  'candidates.saved': define<SavedCandidateRow>()({
    args: none,
    tables: ['saved_candidates'],
    sql: 'select * from saved_candidates order by updated_at desc, candidate_id',
    params: noParams,
  }),
  'candidates.one': define<SavedCandidateRow>()({
    args: z.object({ candidate_id: id }),
    tables: ['saved_candidates'],
    sql: 'select * from saved_candidates where candidate_id = $1',
    params: ({ candidate_id }) => [candidate_id],
  }),
  /** The contacts that this account reported, the withdrawn reports aside. */
  'reports.mine': define<ContactReportRow>()({
    args: none,
    tables: ['contact_reports'],
    sql: `select * from contact_reports where state <> 'withdrawn' order by created_at desc, value_id`,
    params: noParams,
  }),
  /** All rows of the account's own, as JSON: to be taken along. */
  'rows.mine': define<TakenRow>()({
    args: z.object({ owner_id: accountId }),
    tables: OWN_TABLES,
    sql: OWN_TABLES.map(
      (table) => `
        select '${table}' as "table", row_to_json(t)::text as "row" from ${table} t
        where t.owner_id = $1 ${table === 'list_members' ? 'and t.removed_at is null' : ''}`,
    ).join(' union all '),
    params: ({ owner_id }) => [owner_id],
  }),
  'searches.all': define<SavedSearchRow>()({
    args: none,
    tables: ['saved_searches'],
    sql: 'select * from saved_searches order by created_at desc, id',
    params: noParams,
  }),
  /** The watches on saved searches that are there. */
  'watches.all': define<WatchRow>()({
    args: none,
    tables: ['watches', 'saved_searches'],
    sql: `
      select w.* from watches w
        join saved_searches s on s.owner_id = w.search_owner and s.id = w.search_id
      order by w.created_at desc, w.search_owner, w.search_id`,
    params: noParams,
  }),
  'templates.all': define<EmailTemplateRow>()({
    args: none,
    tables: ['email_templates'],
    sql: 'select * from email_templates order by created_at desc, id',
    params: noParams,
  }),
  'settings.all': define<Pick<UserSettingRow, 'key' | 'value'>>()({
    args: none,
    tables: ['user_settings'],
    sql: 'select key, value from user_settings order by key',
    params: noParams,
  }),
  /** People this account revealed who were removed since. */
  'reveals.removed': define<Pick<RevealRow, 'candidate_id'>>()({
    args: none,
    tables: ['reveals'],
    sql: 'select distinct candidate_id from reveals where removed_at is not null',
    params: noParams,
  }),
  'entitlement.mine': define<EntitlementRow>()({
    args: none,
    tables: ['entitlements'],
    sql: 'select * from entitlements',
    params: noParams,
  }),
  /** The open teams that the account is in, oldest first. */
  'teams.mine': define<OwnTeamRow>()({
    args: none,
    tables: ['memberships', 'team'],
    sql: `
      select t.id, t.name, t.lease_days, t.cooldown_days, t.seats, m.id as member_id, m.role
      from memberships m join team t on t.id = m.team_id
      where m.ended_at is null and t.closed_at is null
      order by t.created_at, t.id`,
    params: noParams,
  }),
  /** The names in the account's teams, by the time they joined. */
  'teams.names': define<MemberName>()({
    args: none,
    tables: ['roster'],
    sql: 'select team_id, user_id, display_name, ended_at from roster order by joined_at, id',
    params: noParams,
  }),
  /** Everybody who is or was in one of the account's teams, by the time they joined. */
  'teams.roster': define<TeamMemberRow>()({
    args: none,
    tables: ['roster'],
    sql: 'select * from roster order by joined_at, id',
    params: noParams,
  }),
} as const

/** The name of a query in the hook, on the wire and in the first paint. */
export type QueryName = keyof typeof QUERIES
/** The args of a caller, before the schema adds defaults. */
export type QueryArgs<N extends QueryName> = z.input<(typeof QUERIES)[N]['args']>
/** A row of the answer, its times as `Date`. */
export type QueryRowOf<N extends QueryName> = NonNullable<(typeof QUERIES)[N]['row']>

/** The query of a name, typed in general: its args must be checked before it runs. */
export function queryOf(name: QueryName): Query<z.ZodType, unknown> {
  return QUERIES[name] as unknown as Query<z.ZodType, unknown>
}
