import { openDevice } from './device.ts'
import { serveDevice } from './device-calls.ts'
import { type Lead, leaderGuard } from './leadership.ts'
import { openUserOutbox } from './open-user-outbox.ts'
import { reportFault } from './report-fault.ts'
import { openDatabase } from './storage.ts'
import { deviceName } from './user-folder.ts'

/** The first message to the worker. */
export interface WorkerStart {
  userId: string
  lead: Lead
}

/** Later ones: say whether you are there; go on where the device without a database has ended. */
export type WorkerOrder = 'answer' | 'take over'

/** What the worker tells its tab; everything else goes over the channel of the user's tabs. */
export interface WorkerNews {
  /** The device answers; it never will, for PGlite cannot run here; it was asked and is there. */
  kind: 'opened' | 'unable' | 'here'
}

const tell = (kind: WorkerNews['kind']) => postMessage({ kind } satisfies WorkerNews)

addEventListener(
  'message',
  ({ data }: MessageEvent<WorkerStart>) => {
    addEventListener('message', ({ data }: MessageEvent<WorkerOrder>) => {
      if (data === 'answer') tell('here')
    })
    run(data).then(
      (takeOver) => {
        addEventListener('message', ({ data }: MessageEvent<WorkerOrder>) => {
          if (data === 'take over') takeOver()
        })
        tell('opened')
      },
      (fault: unknown) => {
        reportFault(fault)
        tell('unable')
      },
    )
  },
  { once: true },
)

/**
 * Runs the user's device until the tab ends this worker, or another tab has the lead.
 * @returns what takes in the last edits of a device that answered until now, and has its last word.
 */
async function run({ userId, lead }: WorkerStart): Promise<() => void> {
  const name = deviceName(userId)
  let stopServing = () => {}
  const assertLeader = leaderGuard(name, lead.holder, () => {
    // Nobody hears of it: whoever called is answered by the device that leads now.
    stopServing()
    close()
  })
  const { database } = await openDatabase(userId, { isFresh: lead.isStolen, onFault: reportFault })
  const device = await openDevice({
    userId,
    database,
    outbox: await openUserOutbox(userId),
    fetch: (input, init) => fetch(input, init),
    baseUrl: location.origin,
    onFault: reportFault,
    assertLeader,
  })
  const served = serveDevice(name, device, { onAnother: () => assertLeader().catch(reportFault) })
  stopServing = served.end
  return () => {
    served.announce()
    device.adopt().catch(reportFault)
  }
}
