import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs a TypeScript file in a process of its own. */
export function forkScript(
  script: URL,
  options: { args?: string[]; nodeArgs?: string[]; env?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  return fork(fileURLToPath(script), options.args ?? [], {
    execArgv: [...(options.nodeArgs ?? []), '--import', import.meta.resolve('tsx')],
    env: { ...process.env, ...options.env },
  })
}
