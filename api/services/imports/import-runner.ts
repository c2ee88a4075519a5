import type { Logger } from 'pino'
import type { ReservedSql } from 'postgres'
import type { Caller } from '#api/caller.ts'
import { audit } from '#api/services/audit.ts'
import type { Sql } from '#db/client.ts'
import type { ImportFormatName, ImportProgress } from '#db/schema/directory-imports.ts'
import { AppError } from '#sync/contract/errors.ts'
import { forkImport, type RunningImport } from './fork-import.ts'
import type { ImportFiles } from './import-files.ts'
import { RUNNER_LOCK } from './import-liveness.ts'
import type { ImportOutcome, ImportTask } from './import-task.ts'

/** How often progress is stored and a cancellation is checked. */
const PULSE_MS = 500

const RUNNING_STATE = { check: 'checking', import: 'importing' } as const
const AUDIT_ACTION = { check: 'import.check', import: 'import.start' } as const

interface ImportRequest {
  id: string
  task: ImportTask
  isForced: boolean
  caller: Caller
}

export interface ImportRunner {
  /**
   * Starts a check or an import of an uploaded file; its row receives the outcome.
   * @throws AppError `import_busy` while another import runs, or when the file is incomplete or
   *   gone
   */
  start(request: ImportRequest): Promise<void>
  /** Stops the import that this process runs. */
  close(): Promise<void>
}

export interface ImportRunnerOptions {
  sql: Sql
  log: Logger
  files: ImportFiles
  /** Connects as the owner, the only role that may import. */
  databaseUrl: string
  suppressionKey: Uint8Array
}

export function openImportRunner(options: ImportRunnerOptions): ImportRunner {
  const { sql, log, files } = options
  let current: { run: RunningImport; isOver: Promise<void> } | undefined

  async function start(request: ImportRequest): Promise<void> {
    const { id, task, isForced } = request
    const session = await acquireRunnerLock(sql)
    let progress: ImportProgress | undefined
    let run: RunningImport
    try {
      const job = {
        ...{ task, format: await begin(sql, request), isForced },
        databaseUrl: options.databaseUrl,
        path: files.path(id),
        rejectsPath: files.rejectsPath(id),
        suppressionKey: Buffer.from(options.suppressionKey).toString('hex'),
      }
      run = forkImport(job, (next) => {
        progress = next
      })
    } catch (error) {
      // This also happens when the machine has no room for a process: the row then shows as
      // interrupted.
      await releaseRunnerLock(session)
      throw error
    }
    const pulse = setInterval(() => {
      writeHeartbeat(sql, id, progress)
        .then((isCancelAsked) => isCancelAsked && run.cancel())
        .catch((err: unknown) => log.warn({ err }, 'The progress of an import was not written'))
    }, PULSE_MS)
    const finish = async () => {
      try {
        const outcome = await run.outcome
        if (outcome && 'fault' in outcome) log.error({ err: outcome.fault }, 'An import failed')
        await storeOutcome(sql, request, outcome)
        if (task === 'import' && outcome && 'counts' in outcome && !outcome.isCancelled) {
          await files.deleteUpload(id)
        }
      } finally {
        clearInterval(pulse)
        current = undefined
        await releaseRunnerLock(session)
      }
    }
    const isOver = finish().catch((err: unknown) =>
      log.error({ err }, 'The outcome of an import was not written'),
    )
    current = { run, isOver }
  }

  return {
    start,
    async close() {
      current?.run.kill()
      await current?.isOver
    },
  }
}

async function acquireRunnerLock(sql: Sql): Promise<ReservedSql> {
  const session = await sql.reserve()
  try {
    const [lock] = await session<{ isAcquired: boolean }[]>`
      select pg_try_advisory_lock(${RUNNER_LOCK}) as "isAcquired"`
    if (lock?.isAcquired) return session
    throw new AppError('import_busy', 'Another import is running. Wait for it, or cancel it.')
  } catch (error) {
    session.release()
    throw error
  }
}

async function releaseRunnerLock(session: ReservedSql): Promise<void> {
  try {
    await session`select pg_advisory_unlock(${RUNNER_LOCK})`
  } finally {
    session.release()
  }
}

/**
 * Marks the row as running, and other running rows as interrupted: this process has the lock, so no
 * other process runs an import.
 */
async function begin(sql: Sql, request: ImportRequest): Promise<ImportFormatName> {
  const { id, task, isForced, caller } = request
  return sql.begin(async (tx) => {
    await tx`
      update directory_imports set state = 'broken_off', finished_at = now()
      where state in ('checking', 'importing')`
    const [row] = await tx<{ format: ImportFormatName }[]>`
      update directory_imports set state = ${RUNNING_STATE[task]}, started_at = now(),
        touched_at = now(), finished_at = null, progress = null, is_cancel_asked = false,
        failure = null
      where id = ${id} and file_deleted_at is null and state <> 'uploading'
      returning format`
    if (!row) {
      const [found] = await tx`select 1 from directory_imports where id = ${id}`
      if (!found) throw new AppError('not_found', 'There is no such import.')
      throw new AppError('import_busy', 'Its file is not here as a whole: upload it first.')
    }
    const details = { format: row.format, ...(task === 'import' && { isForced }) }
    await audit(tx, { ...caller, action: AUDIT_ACTION[task], subjectId: id, details })
    return row.format
  })
}

/** @returns whether a cancellation was requested. */
async function writeHeartbeat(
  sql: Sql,
  id: string,
  progress: ImportProgress | undefined,
): Promise<boolean> {
  const [row] = await sql<{ is_cancel_asked: boolean }[]>`
    update directory_imports set touched_at = now(),
      progress = ${progress ? sql.json({ ...progress }) : null}
    where id = ${id} and state in ('checking', 'importing')
    returning is_cancel_asked`
  return row?.is_cancel_asked ?? false
}

const OUR_FAULT = 'Something failed on our side; the log has more. It can be started again.'

async function storeOutcome(
  sql: Sql,
  { id, task, caller }: ImportRequest,
  outcome: ImportOutcome | undefined,
): Promise<void> {
  const end = endOf(task, outcome)
  await sql.begin(async (tx) => {
    await tx`
      update directory_imports set state = ${end.state}, finished_at = now(), touched_at = now(),
        progress = null, is_cancel_asked = false, failure = ${end.failure ?? null},
        -- It names people, and an import that is done keeps none.
        check_result = case when ${end.state === 'done'} then null
          else coalesce(${end.check ? tx.json(end.check) : null}, check_result) end,
        counts = coalesce(${end.counts ? tx.json(end.counts) : null}, counts),
        file_deleted_at = ${end.state === 'done' ? new Date() : null}
      where id = ${id}`
    if (task !== 'import') return
    const { new: brought, changed, removed } = end.counts ?? {}
    const details = { state: end.state, ...(end.counts && { brought, changed, removed }) }
    await audit(tx, {
      ...caller,
      action: 'import.end',
      subjectId: id,
      details: details as Record<string, string | number>,
    })
  })
}

function endOf(task: ImportTask, outcome: ImportOutcome | undefined) {
  if (outcome === undefined) return { state: 'broken_off' }
  if ('failure' in outcome) return { state: 'failed', failure: outcome.failure }
  if ('fault' in outcome) return { state: 'failed', failure: OUR_FAULT }
  if ('check' in outcome) return { state: 'ready', check: outcome.check }
  if ('counts' in outcome) {
    return { state: outcome.isCancelled ? 'cancelled' : 'done', counts: outcome.counts }
  }
  // A cancelled check leaves the file unchanged.
  return { state: task === 'check' ? 'ready' : 'cancelled' }
}
