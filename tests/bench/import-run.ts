import { once } from 'node:events'
import { forkScript } from '#api/services/fork-script.ts'
import type { ImportJob, ImportRun } from './import-script.ts'

/** Imports in a process of its own, so that its memory and processor time are its own. */
export async function runImport(job: ImportJob): Promise<ImportRun> {
  const child = forkScript(new URL('./import-script.ts', import.meta.url))
  child.send(job)
  const [message] = (await once(child, 'message')) as [ImportRun | { error: string }]
  if ('error' in message) throw new Error(message.error)
  return message
}
