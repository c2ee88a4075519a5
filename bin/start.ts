import { EnvError, readEnv } from '#api/env.ts'
import { startServer } from '#api/server.ts'
import { ProgressBar } from './progress-bar.ts'

/**
 * The limit of a stop: process supervisors kill soon after; the next start continues interrupted
 * work.
 */
const STOP_MAX_MS = 10_000

/** `npm start` runs the whole app, with embedded defaults for unset variables, until Ctrl-C. */
export async function run(): Promise<void> {
  const bar = new ProgressBar()
  try {
    const env = readEnv(process.env)
    const server = await startServer(env, {
      onStep: (text) => console.log(text),
      onProgress: bar.update,
    })
    console.log(`\nReady at ${server.url}`)
    if (env.NODE_ENV !== 'production') {
      console.log(`Sign in as annual@clinidex.test, password ${env.DEV_PASSWORD}`)
    }
    stopOnSignal(server.close)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (!(error instanceof EnvError) && process.env.LOG_LEVEL === 'debug') console.error(error)
    process.exit(1)
  }
}

function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false
  const stop = () => {
    // A second Ctrl-C ends the process at once.
    if (isStopping) process.exit(130)
    isStopping = true
    console.log('Stopping …')
    setTimeout(() => process.exit(0), STOP_MAX_MS)
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
