import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface ScriptOptions extends Pick<ForkOptions, 'env' | 'serialization' | 'signal' | 'timeout'> {
  /** Arguments of the script. Security: every user of the machine can read them. */
  args?: readonly string[]
  /** Arguments of Node. */
  nodeArgs?: readonly string[]
}

/**
 * Runs a TypeScript file in a child process.
 * @param options its `env` is added to this process's environment
 */
export function forkScript(
  script: URL,
  { args = [], nodeArgs = [], env, ...options }: ScriptOptions = {},
): ChildProcess {
  return fork(fileURLToPath(script), args, {
    ...options,
    execArgv: [...nodeArgs, '--import', import.meta.resolve('tsx')],
    env: { ...process.env, ...env },
  })
}
