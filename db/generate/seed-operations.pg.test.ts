import { expect, it } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { seedOperations } from './seed-operations.ts'

it('makes up errors in six groups, one of them back since it was resolved, and settings with a history', async () => {
  const { sql, close } = await testDatabase()
  try {
    await seedOperations(sql)
    const groups = await sql`
      select d.state, max(l.occurred_at) > d.decided_at as is_back, count(*)::int as entries
      from search_error_logs l left join search_error_decisions d using (fingerprint)
      group by l.fingerprint, d.state, d.decided_at order by entries desc`
    expect(groups).toEqual([
      { state: null, is_back: null, entries: 41 },
      { state: 'ignored', is_back: true, entries: 22 },
      { state: 'resolved', is_back: true, entries: 17 },
      { state: null, is_back: null, entries: 9 },
      { state: 'resolved', is_back: false, entries: 6 },
      { state: null, is_back: null, entries: 3 },
    ])
    const ahead = await sql`
      select 1 from search_error_logs
      where occurred_at > now() or occurred_at < now() - interval '30 days'`
    expect(ahead).toHaveLength(0)
    const inForce = await sql`select key, value, version from site_settings order by key`
    expect(inForce).toMatchObject([
      { key: 'figure_rating', value: '4.96/5', version: 2 },
      { key: 'seo_keywords', version: 2 },
      { key: 'seo_title', value: '', version: 3 },
    ])
    expect(await sql`select 1 from site_setting_versions`).toHaveLength(7)
  } finally {
    await close()
  }
})
