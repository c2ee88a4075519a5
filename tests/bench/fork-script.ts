import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs a TypeScript file in a process of its own. */
export function forkScript(
  script: URL,
  options: { nodeArgs?: string[]; env?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  return fork(fileURLToPath(script), {
    execArgv: [...(options.nodeArgs ?? []), '--import', import.meta.resolve('tsx')],
    env: { ...process.env, ...options.env },
  })
}
