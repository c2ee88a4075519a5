import { expect, it, vi } from 'vitest'
import { createLog } from '#api/log.ts'
import type { Sql } from '#db/client.ts'
import { ImportFiles } from './import-files.ts'
import { openImportRunner } from './import-runner.ts'

it('gives its connection back where the lock of imports cannot be asked for', async () => {
  const release = vi.fn()
  const lost = Object.assign(new Error('lost'), { code: 'CONNECTION_CLOSED' })
  const session = Object.assign(() => Promise.reject(lost), { release })
  const sql = { reserve: async () => session } as unknown as Sql
  const runner = openImportRunner({
    ...{ sql, log: createLog('silent'), files: new ImportFiles('/nowhere') },
    ...{ databaseUrl: 'postgres://nowhere', suppressionKey: new Uint8Array() },
  })
  const caller = { actor: { id: 'admin' } } as never
  const started = runner.start({ id: 'one', task: 'check', isForced: false, caller })
  await expect(started).rejects.toBe(lost)
  expect(release).toHaveBeenCalledOnce()
})
