import type { Caller } from '#api/caller.ts'
import type {
  GroupDecision,
  SearchErrorEntry,
  SearchErrorGroup,
  SearchErrorQuery,
  SearchErrorStatistics,
} from '#api/contract/admin-search-errors.ts'
import { audit } from '#api/services/audit.ts'
import { isoTime } from '#api/services/iso-time.ts'
import type { Queryable, Sql } from '#db/client.ts'
import type { ErrorRange } from '#db/schema/search-error-words.ts'
import { AppError } from '#sync/contract/errors.ts'

/** Entries in the table. */
const ENTRIES_MAX = 100
/** Groups shown above the table, those with the most events first. */
const GROUPS_MAX = 50

const RANGES: Record<ErrorRange, string> = {
  '1h': '1 hour',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
}

/** The newest entries of a range, filtered by type or group. */
export async function listSearchErrors(
  sql: Queryable,
  query: SearchErrorQuery,
): Promise<SearchErrorEntry[]> {
  return sql<SearchErrorEntry[]>`
    select id, ${isoTime(sql, 'occurred_at')} as occurred_at, user_email, ip_address, error_type,
      error_code, edge_function_name, response_time_ms, error_message, search_query, search_url,
      search_filters, user_agent, fingerprint
    from search_error_logs l
    where ${within(sql, query)}
    order by l.occurred_at desc, id limit ${ENTRIES_MAX}`
}

/** Statistics of a range. */
export async function searchErrorStatistics(
  sql: Queryable,
  { range }: Pick<SearchErrorQuery, 'range'>,
): Promise<SearchErrorStatistics> {
  const [row] = await sql<SearchErrorStatistics[]>`
    with types as (
      select error_type, count(*)::int as errors, sum(response_time_ms)::float8 as time,
        count(response_time_ms) as timed
      from search_error_logs l where ${within(sql, { range })} group by error_type
    )
    select coalesce(sum(errors), 0)::int as total_errors,
      (
        select count(*)::int from (
          select distinct user_email from search_error_logs l
          where ${within(sql, { range })} and user_email is not null
        ) users
      ) as unique_users,
      round(sum(time) / nullif(sum(timed), 0))::float8 as avg_response_time,
      coalesce(jsonb_object_agg(error_type, errors), '{}') as errors_by_type
    from types`
  if (!row) throw new Error('An aggregate answered without a row.')
  return row
}

/**
 * The errors of a range in groups, most frequent first. Whether a resolved error occurred again
 * follows from its last event, so a recurrence needs no write.
 */
export async function listSearchErrorGroups(
  sql: Queryable,
  query: SearchErrorQuery,
): Promise<SearchErrorGroup[]> {
  return sql<SearchErrorGroup[]>`
    with people as (
      select fingerprint, coalesce(user_email, ip_address, '') as person, count(*) as events
      from search_error_logs l where ${within(sql, query)} group by 1, 2
    ), groups as (
      select fingerprint, sum(events)::int as events, count(*)::int as people
      from people group by 1 order by 2 desc, 1 limit ${GROUPS_MAX}
    ), hours as (
      select fingerprint, 23 - floor(extract(epoch from now() - occurred_at) / 3600)::int as hour,
        count(*)::int as events
      from search_error_logs
      where occurred_at > now() - interval '24 hours' and occurred_at <= now()
      group by 1, 2
    )
    select g.fingerprint, latest.edge_function_name, latest.error_type, latest.error_code,
      array(
        select jsonb_object_keys(
          case jsonb_typeof(latest.search_filters) when 'object' then latest.search_filters
          else '{}' end
        ) order by 1
      ) as filters,
      latest.error_message, g.events, g.people,
      ${isoTime(sql, 'earliest.occurred_at')} as first_seen,
      ${isoTime(sql, 'latest.occurred_at')} as last_seen,
      array(
        select coalesce(h.events, 0) from generate_series(0, 23) as each(hour)
        left join hours h on h.fingerprint = g.fingerprint and h.hour = each.hour
        order by each.hour
      ) as hours,
      case
        when d.state is null then 'open'
        when d.state = 'resolved' and latest.occurred_at > d.decided_at then 'reopened'
        else d.state
      end as state
    from groups g
    cross join lateral (
      select * from search_error_logs l where l.fingerprint = g.fingerprint
      order by occurred_at desc limit 1
    ) latest
    cross join lateral (
      select occurred_at from search_error_logs l where l.fingerprint = g.fingerprint
      order by occurred_at limit 1
    ) earliest
    left join search_error_decisions d on d.fingerprint = g.fingerprint
    order by g.events desc, g.fingerprint`
}

/**
 * Resolves, ignores or reopens a group.
 * @throws AppError `not_found`
 */
export async function decideOnGroup(
  sql: Sql,
  caller: Caller,
  fingerprint: string,
  state: GroupDecision,
): Promise<void> {
  await sql.begin(async (tx) => {
    const [known] = await tx`
      select 1 from search_error_logs where fingerprint = ${fingerprint} limit 1`
    if (!known) throw new AppError('not_found', 'There are no such errors any more.')
    if (state === 'open') {
      await tx`delete from search_error_decisions where fingerprint = ${fingerprint}`
    } else {
      await tx`
        insert into search_error_decisions (fingerprint, state, decided_by)
        values (${fingerprint}, ${state}, ${caller.actor.id})
        on conflict (fingerprint) do update set state = excluded.state,
          decided_at = now(), decided_by = excluded.decided_by`
    }
    const action = 'search_error.decide'
    await audit(tx, { ...caller, action, subjectId: fingerprint, details: { state } })
  })
}

/** @throws AppError `not_found` for an entry that was deleted. */
export async function deleteSearchError(sql: Sql, caller: Caller, id: string): Promise<void> {
  await sql.begin(async (tx) => {
    const { count } = await tx`delete from search_error_logs where id = ${id}`
    if (count === 0) throw new AppError('not_found', 'There is no such entry.')
    await audit(tx, { ...caller, action: 'search_error.delete', subjectId: id })
  })
}

function within(sql: Queryable, { range, type, group }: SearchErrorQuery) {
  return sql`
    l.occurred_at >= now() - ${RANGES[range]}::interval
    ${type ? sql`and l.error_type = ${type}` : sql``}
    ${group ? sql`and l.fingerprint = ${group}` : sql``}`
}
