import type { Sql } from '#db/client.ts'

/** The days of history, within the log's retention time. */
const DAYS = 28
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

interface Fault {
  error_type: string
  error_code: string | null
  error_message: string
  /** The filters, by their own names; the entries differ in the values that are missing here. */
  filters: Record<string, string | string[]>
  response_time_ms: number | null
  entries: number
  /** An administrator's decision, this many days ago. */
  decision?: { state: 'resolved' | 'ignored'; daysAgo: number }
}

const FAULTS: Fault[] = [
  {
    error_type: 'timeout',
    error_code: 'slow',
    error_message: 'Slow search',
    filters: { query: 'nurse practitioner icu', state: ['TX', 'CA'] },
    response_time_ms: 1840,
    entries: 41,
  },
  {
    error_type: 'timeout',
    error_code: '57014',
    error_message: 'canceling statement due to statement timeout',
    filters: { skills: ['Telemedicine'], organization: ['Medical Group'] },
    response_time_ms: 10_020,
    entries: 17,
    // The error has occurred again since.
    decision: { state: 'resolved', daysAgo: 6 },
  },
  {
    error_type: 'database_error',
    error_code: '53300',
    error_message: 'sorry, too many clients already',
    filters: { specialty: ['Cardiology'] },
    response_time_ms: 35,
    entries: 9,
  },
  {
    error_type: 'edge_error',
    error_code: null,
    error_message: 'The edge function answered with status 502',
    filters: { query: 'dentist', city: ['Chicago'] },
    response_time_ms: 3120,
    entries: 6,
    decision: { state: 'resolved', daysAgo: 0.01 },
  },
  {
    error_type: 'function_error',
    error_code: 'RangeError',
    error_message: 'Invalid array length',
    filters: { query: '"' },
    response_time_ms: 12,
    entries: 3,
  },
  {
    error_type: 'other',
    error_code: null,
    error_message: 'The directory could not be reached.',
    filters: {},
    response_time_ms: null,
    entries: 22,
    decision: { state: 'ignored', daysAgo: 12 },
  },
]

/** The users to whom the errors occurred; null is a visitor. */
const PEOPLE = ['monthly@clinidex.test', 'annual@clinidex.test', null, 'demo@clinidex.test', null]

const USER_AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/**
 * Fills the operations screens of a first development start: six errors of the search over four
 * weeks, and a few settings with their history. The current values equal the defaults.
 */
export async function seedOperations(sql: Sql, now = new Date()): Promise<void> {
  const [admin] = await sql<{ id: string }[]>`
    select id from users where email = 'admin@clinidex.test'`
  await sql.begin(async (tx) => {
    for (const [index, fault] of FAULTS.entries()) {
      // No two errors occur in the same minute.
      const until = new Date(now.getTime() - index * 17 * MINUTE_MS)
      await tx`insert into search_error_logs ${tx(entriesOf(fault, until).map(asRow))}`
      const { decision, error_message } = fault
      if (!decision) continue
      await tx`
        insert into search_error_decisions (fingerprint, state, decided_at, decided_by)
        select distinct fingerprint, ${decision.state},
          ${new Date(now.getTime() - decision.daysAgo * DAY_MS)}::timestamptz, ${admin?.id ?? null}
        from search_error_logs where error_message = ${error_message}`
    }
    for (const { key, value, version, daysAgo } of SETTINGS) {
      const at = new Date(now.getTime() - daysAgo * DAY_MS)
      await tx`
        insert into site_settings (key, value, version, updated_at, updated_by)
        values (${key}, ${value}, ${version}, ${at}, ${admin?.id ?? null})
        on conflict (key) do update set value = excluded.value, version = excluded.version,
          updated_at = excluded.updated_at, updated_by = excluded.updated_by`
    }
  })

  function asRow({ search_filters, ...row }: ReturnType<typeof entriesOf>[number]) {
    return { ...row, search_filters: sql.json(search_filters) }
  }
}

/** The values that each setting had, in order. */
const SETTINGS = [
  { key: 'seo_title', value: 'Find clinicians', version: 1, daysAgo: 26 },
  { key: 'seo_title', value: 'Find clinicians and reach them', version: 2, daysAgo: 19 },
  { key: 'seo_title', value: '', version: 3, daysAgo: 3 },
  { key: 'seo_keywords', value: 'physicians, nurses', version: 1, daysAgo: 26 },
  {
    key: 'seo_keywords',
    value: 'healthcare recruiting, physicians, nurses, therapists',
    version: 2,
    daysAgo: 11,
  },
  { key: 'figure_rating', value: '4.9/5', version: 1, daysAgo: 21 },
  { key: 'figure_rating', value: '4.96/5', version: 2, daysAgo: 8 },
]

function entriesOf(fault: Fault, now: Date) {
  return Array.from({ length: fault.entries }, (_, index) => {
    // The value is squared, so that most entries are in the last days.
    const age = (index / fault.entries) ** 2 * DAYS * DAY_MS
    const query = fault.filters.query ?? null
    return {
      occurred_at: new Date(now.getTime() - age - MINUTE_MS * (index + 3)),
      user_email: PEOPLE[index % PEOPLE.length] ?? null,
      ip_address: `203.0.113.${1 + ((index * 7) % 250)}`,
      error_type: fault.error_type,
      error_code: fault.error_code,
      edge_function_name: 'search',
      response_time_ms: fault.response_time_ms && fault.response_time_ms + ((index * 131) % 700),
      error_message: fault.error_message,
      search_query: typeof query === 'string' ? query : null,
      search_url: null,
      search_filters: fault.filters,
      user_agent: USER_AGENT,
    }
  })
}
