import { z } from 'zod'
import { type ActivityRow, stage } from '#db/schema/activities.ts'
import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import type { CandidateCard, ListMemberRow, ListRow } from '#db/schema/lists.ts'
import { ownedText } from '#db/schema/owned-text.ts'
import { accountId, ownerId } from '#db/schema/owners.ts'
import type { SavedCandidateRow } from '#db/schema/saved-candidates.ts'
import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { TeamMemberRow, TeamRole, TeamRow } from '#db/schema/teams.ts'
import type { RevealRow } from '#db/schema/traces.ts'
import type { UserSettingRow } from '#db/schema/user-settings.ts'
import type { ShapeName } from './shapes.ts'

/*
 * Every read of owned rows, by name. The same SQL runs on the device, whose tables hold the rows of
 * the account and its teams, and on the server, which puts views of those in the tables' places.
 * Owners may have rows of one id: what joins rows joins by the owner, too.
 */

/** Most members in one window of a list. */
export const WINDOW_MAX = 100

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

const LIST_SUMMARY = `
  select l.id, l.owner_id, l.name, l.description, l.created_at, l.updated_at, l.deleted_at,
    l.created_by,
    (select count(*)::integer from list_members m
      where m.owner_id = l.owner_id and m.list_id = l.id) as member_count
  from lists l`

const FOUND_MEMBERS = `
  where m.owner_id = $1 and m.list_id = $2
    and ($3 = '' or strpos(m.search_text, lower($3)) > 0)
    and ($4::text is null or coalesce(m.stage, 'none') = $4)
    and ($5::text is null or coalesce(m.assigned_to, 'none') = $5)`

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
  /** One window of a list, newest first, of members whose name, title, … contains the text. */
  'lists.members': define<MemberInList>()({
    args: z.object({
      owner_id: ownerId,
      list_id: id,
      /** Those of a stage; `none` for those who have none yet. */
      stage: stage.or(z.literal('none')).nullable().default(null),
      /** Those assigned to an account; `none` for those assigned to nobody. */
      assigned_to: accountId.nullable().default(null),
      text: ownedText(200).default(''),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(WINDOW_MAX).default(WINDOW_MAX),
    }),
    tables: ['list_members', 'activities'],
    sql: `
      select m.candidate_id, m.card, m.added_at, m.stage, m.stage_by, m.stage_at, m.assigned_to,
        m.assigned_at, counted.total,
        case when m.stage_at is not null then (
          select json_build_object(
            'value', a.value, 'created_by', a.created_by, 'created_at', a.created_at)
          from activities a
          where a.owner_id = m.owner_id and a.list_id = m.list_id
            and a.candidate_id = m.candidate_id and a.kind = 'stage' and a.created_at < m.stage_at
          order by a.created_at desc limit 1) end as stage_before
      from (select count(*)::integer as total from list_members m ${FOUND_MEMBERS}) counted,
        list_members m
      ${FOUND_MEMBERS}
      order by m.added_at desc, m.candidate_id
      limit $7 offset $6`,
    params: ({ owner_id, list_id, text, stage, assigned_to, offset, limit }) => [
      owner_id,
      list_id,
      text,
      stage,
      assigned_to,
      offset,
      limit,
    ],
  }),
  /** What was done with one person on a list, the last first. */
  'lists.trail': define<ActivityRow>()({
    args: z.object({ owner_id: ownerId, list_id: id, candidate_id: id }),
    tables: ['activities'],
    sql: `
      select * from activities
      where owner_id = $1 and list_id = $2 and candidate_id = $3
      order by created_at desc, id limit 100`,
    params: ({ owner_id, list_id, candidate_id }) => [owner_id, list_id, candidate_id],
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
  'searches.all': define<SavedSearchRow>()({
    args: none,
    tables: ['saved_searches'],
    sql: 'select * from saved_searches order by created_at desc, id',
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
