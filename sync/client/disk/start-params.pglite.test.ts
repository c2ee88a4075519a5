import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { emptyDirectory } from '#tests/support/device-database.ts'
import { startParams } from './start-params.ts'

async function settings(params: string[]): Promise<Record<string, string>> {
  const loadDataDir = await emptyDirectory()
  const database = await PGlite.create({ startParams: params, loadDataDir })
  const { rows } = await database.query<{ name: string; setting: string }>(
    `select name, current_setting(name) as setting from pg_settings
     where name in ('shared_buffers', 'wal_init_zero', 'file_extend_method')`,
  )
  await database.close()
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

it('a device keeps half of PGlite’s page cache, fills no log ahead, and reserves room for rows only on a disk', async () => {
  expect(await settings(startParams())).toEqual({
    shared_buffers: '64MB',
    wal_init_zero: 'off',
    file_extend_method: 'posix_fallocate',
  })
  expect(await settings(startParams({ isInMemory: true }))).toEqual({
    shared_buffers: '64MB',
    wal_init_zero: 'off',
    file_extend_method: 'write_zeros',
  })
})
