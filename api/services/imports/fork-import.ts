import { forkScript } from '#api/services/fork-script.ts'
import type { ImportProgress } from '#db/schema/directory-imports.ts'
import type { ImportJob, ImportMessage, ImportOutcome } from './import-task.ts'

/** An import of any size stays far below; only an Excel workbook is held whole. */
const IMPORT_HEAP_MB = 1024

export interface RunningImport {
  /** Undefined when the process ended without an outcome: it was killed, or this process stops. */
  outcome: Promise<ImportOutcome | undefined>
  /** Ends it at the next batch. */
  cancel(): void
  /** Ends it at once: committed batches stay. */
  kill(): void
}

/** Runs a task in a process of its own, so that this one stays responsive. */
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
  // Security: not on the command line, where every user of the machine could read the password.
  child.send(job)
  return {
    outcome,
    cancel: () => void (child.connected && child.send('cancel')),
    kill: () => void child.kill(),
  }
}
