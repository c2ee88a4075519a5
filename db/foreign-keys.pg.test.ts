import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Keys of tables that hold few rows, or whose open rows have their own index. */
const FEW_ROWS = [
  'directory_imports (created_by)',
  'search_error_decisions (decided_by)',
  'site_setting_versions (saved_by)',
  'site_settings (updated_by)',
  'team_invites (team_id)',
]

it('the rows that refer to another one are found by an index', async () => {
  const unindexed = await database.sql<{ key: string }[]>`
    select format('%s (%s)', conrelid::regclass, (
      select string_agg(attname, ', ' order by array_position(conkey, attnum))
      from pg_attribute where attrelid = conrelid and attnum = any(conkey))) as key
    from pg_constraint c
    where contype = 'f' and not exists (
      select from pg_index i
      where indrelid = conrelid and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
        -- A null key refers to no row.
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', (
          select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]))))
    order by 1`
  expect(unindexed.map(({ key }) => key)).toEqual(FEW_ROWS)
})
