import { z } from 'zod'
import {
  type ActivityRow,
  day,
  IS_TOUCH,
  OF_LATE_DAYS,
  STAGES,
  stage,
} from '#db/schema/activities.ts'
import type { CandidateCard } from '#db/schema/candidate-card.ts'
import type { ListMemberRow, ListRow } from '#db/schema/lists.ts'
import { ownedText } from '#db/schema/owned-text.ts'
import { accountId, ownerId } from '#db/schema/owners.ts'
import { define, id, none, noParams, numbered, team } from './query.ts'

/** Most members in one window of a list. */
export const WINDOW_MAX = 100

/** Number of people in one query: as many as in one mutation. */
export const PEOPLE_MAX = 500

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

/** A list that contains some of the given people. */
export interface ListHaving extends Pick<ListRow, 'id' | 'owner_id' | 'name'> {
  people: number
}

/** How far a person on a list has come, and whose the person is. */
export type MemberWork = Pick<ListMemberRow, 'candidate_id' | 'stage' | 'assigned_to'>

/** A person on a list. */
export interface MemberInList
  extends Pick<
    ListMemberRow,
    'candidate_id' | 'added_at' | 'stage' | 'stage_by' | 'stage_at' | 'assigned_to' | 'assigned_at'
  > {
  /** Null until the server has filled the card in. */
  card: CandidateCard | null
  /** The step before the present stage; null where there was none. */
  stage_before: (Pick<ActivityRow, 'value' | 'created_by'> & { created_at: string }) | null
}

/** A member of a list whom a search of the list finds. */
export interface FoundMember extends MemberInList {
  /** The number of all found members, in the window or not. */
  total: number
}

const LIST_SUMMARY = `
  select l.id, l.owner_id, l.name, l.description, l.created_at, l.updated_at, l.deleted_at,
    l.created_by,
    (select count(*)::integer from list_members m
      where m.owner_id = l.owner_id and m.list_id = l.id and m.removed_at is null) as member_count
  from lists l`

/** Filters of members by their touches: never touched, not touched lately, not to be contacted. */
const MEMBER_TOUCHES = ['never', 'not_of_late', 'stopped'] as const
export type MemberTouches = (typeof MEMBER_TOUCHES)[number]

/** What the members of a list can be sorted by. */
const MEMBER_SORTS = ['added', 'name', 'title', 'place', 'stage'] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

/** The parameters of the SQL below, in the order of their numbers. */
const MEMBER_PARAMS = [
  'owner_id',
  'list_id',
  'text',
  'stage',
  'assigned_to',
  'offset',
  'limit',
  'sort',
  'direction',
  'touches',
  'today',
] as const

/** The text that members are sorted by; null for the day they were added, and where it is unknown. */
const SORT_TEXT = `
  case :sort
    when 'name' then m.sort_name when 'title' then m.sort_title when 'place' then m.sort_place
    when 'stage'
      then array_position(array[${STAGES.map((stage) => `'${stage}'`).join()}], m.stage)::text
  end`

/** Members without a value come last in both directions. */
const SORTED_MEMBERS = `
  case when :direction = 'asc' then ${SORT_TEXT} end nulls last,
  case when :direction = 'desc' then ${SORT_TEXT} end desc nulls last,
  case when :sort = 'added' and :direction = 'asc' then m.added_at end,
  m.added_at desc, m.candidate_id`

const FOUND_MEMBERS = `
  where m.owner_id = :owner_id and m.list_id = :list_id and m.removed_at is null
    and (:text = '' or strpos(m.search_text, :text) > 0)
    and (:stage::text is null or coalesce(m.stage, 'none') = :stage)
    and (:assigned_to::text is null or coalesce(m.assigned_to, 'none') = :assigned_to)
    and case :touches::text
      when 'never' then m.candidate_id not in (
        select a.candidate_id from activities a where ${IS_TOUCH})
      when 'not_of_late' then m.candidate_id not in (
        select a.candidate_id from activities a
        where ${IS_TOUCH} and a.happened_at >= :today::text::date - ${OF_LATE_DAYS})
      when 'stopped' then m.candidate_id in (
        select d.candidate_id from do_not_contact d where d.until is null or d.until >= :today::text)
      else true end`

const listAddress = z.object({ owner_id: ownerId, id })

/** Reads of lists and of who is on them. */
export const LIST_QUERIES = {
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
  'lists.members': define<FoundMember>()({
    args: z.object({
      owner_id: ownerId,
      list_id: id,
      /** Filters by stage; `none` for members without one. */
      stage: stage.or(z.literal('none')).nullable().default(null),
      /** Filters by the assigned account; `none` for members assigned to nobody. */
      assigned_to: accountId.nullable().default(null),
      text: ownedText(200).default(''),
      touches: z.enum(MEMBER_TOUCHES).nullable().default(null),
      /** The day on the device, by which marks end and touches age. */
      today: day.default('1970-01-01'),
      sort: z.enum(MEMBER_SORTS).default('added'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(WINDOW_MAX).default(WINDOW_MAX),
    }),
    tables: ['list_members', 'activities', 'do_not_contact'],
    sql: numbered(
      MEMBER_PARAMS,
      `
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
      limit :limit offset :offset`,
    ),
    params: ({ text, ...args }) => {
      const values = { ...args, text: text.toLowerCase() }
      return MEMBER_PARAMS.map((name) => values[name])
    },
  }),
  /** A row where others than the account worked on a list, as `lists.move` checks; none where nobody did. */
  'lists.is_shared': define<{ is_shared: true }>()({
    args: z.object({ owner_id: ownerId, list_id: id, by: accountId }),
    tables: ['list_members', 'activities'],
    sql: `
      select true as is_shared where exists (
        select from list_members m
        where m.owner_id = $1 and m.list_id = $2 and m.removed_at is null and m.created_by <> $3
      ) or exists (
        select from activities a
        where a.owner_id = $1 and a.list_id = $2 and a.created_by <> $3
      )`,
    params: ({ owner_id, list_id, by }) => [owner_id, list_id, by],
  }),
  /** The stages of some of the people on a list, and the members to whom they are assigned. */
  'lists.work': define<MemberWork>()({
    args: z.object({ ...listAddress.shape, candidate_ids: z.array(id).max(PEOPLE_MAX) }),
    tables: ['list_members'],
    sql: `
      select m.candidate_id, m.stage, m.assigned_to from list_members m
      where m.owner_id = $1 and m.list_id = $2 and m.removed_at is null
        and m.candidate_id in (select json_array_elements_text($3::text::json)::uuid)`,
    params: ({ owner_id, id, candidate_ids }) => [owner_id, id, JSON.stringify(candidate_ids)],
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
} as const
