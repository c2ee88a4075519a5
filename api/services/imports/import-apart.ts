import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ImportProgress } from '#db/schema/directory-imports.ts'
import type { ImportNews, ImportOrder, ImportOutcome } from './import-task.ts'

/** An import of any size stays far below; a workbook is held whole. */
const IMPORT_HEAP_MB = 1024

export interface RunningImport {
  /** Undefined where the process ended without a word: it was killed, or this one stops. */
  outcome: Promise<ImportOutcome | undefined>
  /** Ends it at the next border of batches. */
  cancel(): void
  /** Ends it at once: what was committed stays. */
  kill(): void
}

/** Runs a task in a process of its own, so that this one goes on answering meanwhile. */
export function importApart(
  order: ImportOrder,
  onProgress: (progress: ImportProgress) => void,
): RunningImport {
  const loader = createRequire(import.meta.url).resolve('tsx')
  const child = fork(fileURLToPath(new URL('./import-process.ts', import.meta.url)), {
    execArgv: [`--max-old-space-size=${IMPORT_HEAP_MB}`, '--import', pathToFileURL(loader).href],
  })
  const outcome = new Promise<ImportOutcome | undefined>((resolve, reject) => {
    let said: ImportOutcome | undefined
    child.on('message', (news: ImportNews) => {
      if ('progress' in news) onProgress(news.progress)
      else said = news.outcome
    })
    child.on('error', reject)
    child.on('exit', () => resolve(said))
  })
  // Not on the command line, where everybody on the machine could read the password.
  child.send(order)
  return {
    outcome,
    cancel: () => void (child.connected && child.send('cancel')),
    kill: () => void child.kill(),
  }
}
