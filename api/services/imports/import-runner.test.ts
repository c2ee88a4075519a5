import { expect, it, vi } from 'vitest'
import { createLog } from '#api/log.ts'
import type { Sql } from '#db/client.ts'
import { forkImport } from './fork-import.ts'
import { ImportFiles } from './import-files.ts'
import { openImportRunner } from './import-runner.ts'

vi.mock('./fork-import.ts', () => ({ forkImport: vi.fn() }))

const caller = { actor: { id: 'admin' } } as never

/**
 * Creates a runner whose lock connection responds with `answer`.
 * @returns the start of an import by it
 */
function startWith(answer: () => Promise<unknown>) {
  const release = vi.fn()
  const session = Object.assign(
    vi.fn((..._query: unknown[]) => answer()),
    { release },
  )
  const sql = { reserve: async () => session, begin: async () => 'csv' } as unknown as Sql
  const runner = openImportRunner({
    ...{ sql, log: createLog('silent'), files: new ImportFiles('/nowhere') },
    ...{ databaseUrl: 'postgres://nowhere', suppressionKey: new Uint8Array() },
  })
  const started = runner.start({ id: 'one', task: 'check', isForced: false, caller })
  return { started, session, release }
}

it('gives its connection back where the lock of imports cannot be asked for', async () => {
  const lost = Object.assign(new Error('lost'), { code: 'CONNECTION_CLOSED' })
  const { started, release } = startWith(() => Promise.reject(lost))
  await expect(started).rejects.toBe(lost)
  expect(release).toHaveBeenCalledOnce()
})

it('gives the lock back where the machine has no room for a process', async () => {
  const full = Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' })
  vi.mocked(forkImport).mockImplementationOnce(() => {
    throw full
  })
  const { started, session, release } = startWith(async () => [{ isAcquired: true }])
  await expect(started).rejects.toBe(full)
  expect(String(session.mock.lastCall)).toContain('pg_advisory_unlock')
  expect(release).toHaveBeenCalledOnce()
})
