import { AppError } from '../contract/errors.ts'
import { openDevice } from './device.ts'
import { serveDevice } from './device-calls.ts'
import { isHeldBy, type Lead } from './leadership.ts'
import { openUserOutbox } from './open-user-outbox.ts'
import { openDatabase } from './storage.ts'
import { deviceName } from './user-folder.ts'

/** The one message to the worker. */
export interface WorkerStart {
  userId: string
  lead: Lead
}

/** What the worker tells its tab; everything else goes over the channel of the user's tabs. */
export interface WorkerNews {
  /** The device answers; or it never will, for PGlite cannot run here. */
  kind: 'opened' | 'unable'
}

const tell = (kind: WorkerNews['kind']) => postMessage({ kind } satisfies WorkerNews)

addEventListener(
  'message',
  ({ data }: MessageEvent<WorkerStart>) => {
    run(data).then(
      () => tell('opened'),
      (fault: unknown) => {
        report(fault)
        tell('unable')
      },
    )
  },
  { once: true },
)

/** Runs the user's device until the tab ends this worker. */
async function run({ userId, lead }: WorkerStart): Promise<void> {
  const name = deviceName(userId)
  const { database } = await openDatabase(userId, { isFresh: lead.isStolen, onFault: report })
  const device = await openDevice({
    userId,
    database,
    outbox: await openUserOutbox(userId),
    fetch: (input, init) => fetch(input, init),
    baseUrl: location.origin,
    onFault: report,
    async assertLeader() {
      if (await isHeldBy(name, lead.holder)) return
      throw new AppError('internal_error', 'Another tab runs the device.')
    },
  })
  serveDevice(name, device)
}

/** Names the fault for whoever looks; its message may hold somebody's data. */
function report(fault: unknown): void {
  // biome-ignore lint/suspicious/noConsole: there is nobody else to tell.
  console.warn('replica:', fault instanceof Error ? fault.name : 'fault')
}
