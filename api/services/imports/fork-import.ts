import { forkScript } from '#api/services/fork-script.ts'
import type { ImportProgress } from '#db/schema/directory-imports.ts'
import type { ImportJob, ImportMessage, ImportOutcome } from './import-task.ts'

/** The memory limit: imports of any size need far less; only an Excel workbook is read as a whole. */
const IMPORT_HEAP_MB = 1024

export interface RunningImport {
  /**
   * Undefined when the process ended without an outcome: it was killed, or this process is
   * stopping.
   */
  outcome: Promise<ImportOutcome | undefined>
  /** Ends the import after the current batch. */
  cancel(): void
  /** Ends the import at once: committed batches stay. */
  kill(): void
}

/** Runs a task in a child process, so that this process stays responsive. */
export function forkImport(
  job: ImportJob,
  onProgress: (progress: ImportProgress) => void,
): RunningImport {
  const child = forkScript(new URL('./import-process.ts', import.meta.url), {
    nodeArgs: [`--max-old-space-size=${IMPORT_HEAP_MB}`],
  })
  const outcome = new Promise<ImportOutcome | undefined>((resolve, reject) => {
    let received: ImportOutcome | undefined
    child.on('message', (message: ImportMessage) => {
      if ('progress' in message) onProgress(message.progress)
      else received = message.outcome
    })
    child.on('error', reject)
    child.on('exit', () => resolve(received))
  })
  // Security: the job is not passed on the command line, where every user of the machine could read
  // the password.
  child.send(job)
  return {
    outcome,
    cancel: () => void (child.connected && child.send('cancel')),
    kill: () => void child.kill(),
  }
}
