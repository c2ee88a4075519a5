import { once } from 'node:events'
import { forkScript } from './fork-script.ts'
import type { ImportOrder, ImportRun } from './import-script.ts'

/** Imports in a process of its own, so that its memory and processor time are its own. */
export async function runImport(order: ImportOrder): Promise<ImportRun> {
  const child = forkScript(new URL('./import-script.ts', import.meta.url))
  child.send(order)
  const [news] = (await once(child, 'message')) as [ImportRun | { error: string }]
  if ('error' in news) throw new Error(news.error)
  return news
}
