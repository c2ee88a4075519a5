import { z } from 'zod'
import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import type { CandidateCard, ListRow } from '#db/schema/lists.ts'
import { ownedText } from '#db/schema/owned-text.ts'
import type { SavedCandidateRow } from '#db/schema/saved-candidates.ts'
import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { RevealRow } from '#db/schema/traces.ts'
import type { UserSettingRow } from '#db/schema/user-settings.ts'
import type { ShapeName } from './shapes.ts'

/*
 * Every read of an owner's rows, by name. The same SQL runs on the device, whose tables hold one
 * user's rows, and on the server, which puts views of that user's rows in the tables' places.
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

/** A list as its screens show it; members without a card count too. */
export type ListSummary = Pick<
  ListRow,
  'id' | 'name' | 'description' | 'created_at' | 'updated_at' | 'deleted_at'
> & { member_count: number }

/** A person on a list, with the number of people found. */
export interface MemberInList {
  candidate_id: string
  /** Null until the server has filled the card in. */
  card: CandidateCard | null
  added_at: Date
  /** All people the search finds, in the window or not. */
  total: number
}

const LIST_SUMMARY = `
  select l.id, l.name, l.description, l.created_at, l.updated_at, l.deleted_at,
    (select count(*)::integer from list_members m where m.list_id = l.id) as member_count
  from lists l`

export const QUERIES = {
  'lists.all': define<ListSummary>()({
    args: none,
    tables: ['lists', 'list_members'],
    sql: `${LIST_SUMMARY} where l.deleted_at is null order by l.created_at desc, l.id`,
    params: noParams,
  }),
  'lists.one': define<ListSummary>()({
    args: z.object({ id }),
    tables: ['lists', 'list_members'],
    sql: `${LIST_SUMMARY} where l.id = $1 and l.deleted_at is null`,
    params: ({ id }) => [id],
  }),
  'lists.deleted': define<ListSummary>()({
    args: none,
    tables: ['lists', 'list_members'],
    sql: `${LIST_SUMMARY} where l.deleted_at is not null order by l.deleted_at desc, l.id`,
    params: noParams,
  }),
  /** One window of a list, newest first, of members whose name, title, … contains the text. */
  'lists.members': define<MemberInList>()({
    args: z.object({
      list_id: id,
      text: ownedText(200).default(''),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(WINDOW_MAX).default(WINDOW_MAX),
    }),
    tables: ['list_members'],
    sql: `
      select m.candidate_id, m.card, m.added_at, found.total
      from (
        select count(*)::integer as total from list_members
        where list_id = $1 and ($2 = '' or strpos(search_text, lower($2)) > 0)
      ) found, list_members m
      where m.list_id = $1 and ($2 = '' or strpos(m.search_text, lower($2)) > 0)
      order by m.added_at desc, m.candidate_id
      limit $4 offset $3`,
    params: ({ list_id, text, offset, limit }) => [list_id, text, offset, limit],
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
