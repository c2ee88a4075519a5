import { z } from 'zod'
import type { ContactReportRow } from '#db/schema/contact-reports.ts'
import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import { accountId } from '#db/schema/owners.ts'
import type { SavedCandidateRow } from '#db/schema/saved-candidates.ts'
import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { TeamMemberRow, TeamRole, TeamRow } from '#db/schema/teams.ts'
import type { RevealRow } from '#db/schema/traces.ts'
import type { UserSettingRow } from '#db/schema/user-settings.ts'
import type { WatchRow } from '#db/schema/watches.ts'
import { LIST_QUERIES, PEOPLE_MAX, WINDOW_MAX } from './list-queries.ts'
import { OUTREACH_QUERIES } from './outreach-queries.ts'
import { define, id, none, noParams, type Query } from './query.ts'
import { WRITABLE_NAMES } from './shapes.ts'

/*
 * Every read of owned rows, by name. The same SQL runs on the device, whose tables hold the rows of
 * the account and its teams, and on the server, which puts views of those in the tables' places.
 * Owners may have rows of one id: what joins rows joins by the owner, too.
 */

/** A team, with the account's own membership. */
export interface OwnTeamRow
  extends Pick<TeamRow, 'id' | 'name' | 'lease_days' | 'cooldown_days' | 'seats'> {
  member_id: string
  role: TeamRole
}

/** How rows of a team name an account that is or was in it. */
export type MemberName = Pick<TeamMemberRow, 'team_id' | 'user_id' | 'display_name' | 'ended_at'>

/** A row of the account's own. */
export interface TakenRow {
  table: (typeof OWN_TABLES)[number]
  /** JSON of its columns. */
  row: string
}

/** The tables that an account wrote itself, and the logs of what it did. */
const OWN_TABLES = [...WRITABLE_NAMES, 'reveals', 'export_logs'] as const

/** A person whom the account starred. */
export interface StarredPerson
  extends Pick<SavedCandidateRow, 'candidate_id' | 'card' | 'note' | 'created_at'> {
  /** All whom it starred, in the window or not. */
  total: number
}

/** Every query by its name. */
export const QUERIES = {
  ...LIST_QUERIES,
  ...OUTREACH_QUERIES,
  /** One window of the people whom the account starred, the last starred first. */
  'candidates.starred': define<StarredPerson>()({
    args: z.object({
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(WINDOW_MAX).default(WINDOW_MAX),
    }),
    tables: ['saved_candidates'],
    sql: `
      select candidate_id, card, note, created_at,
        (select count(*)::integer from saved_candidates where starred) as total
      from saved_candidates where starred
      order by created_at desc, candidate_id limit $2 offset $1`,
    params: ({ offset, limit }) => [offset, limit],
  }),
  /** Those of some people whom the account starred. */
  'candidates.starred_of': define<Pick<SavedCandidateRow, 'candidate_id'>>()({
    args: z.object({ candidate_ids: z.array(id).max(PEOPLE_MAX) }),
    tables: ['saved_candidates'],
    sql: `
      select candidate_id from saved_candidates
      where starred
        and candidate_id in (select json_array_elements_text($1::text::json)::uuid)`,
    params: ({ candidate_ids }) => [JSON.stringify(candidate_ids)],
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
  /** All rows of the account's own as JSON, for an export. */
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
