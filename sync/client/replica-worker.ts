import { type Device, openDevice } from './device.ts'
import { serveDevice } from './device-calls.ts'
import { type Lead, leaderGuard } from './leadership.ts'
import { openUserOutbox } from './open-user-outbox.ts'
import { openDatabase } from './storage.ts'
import { deviceName } from './user-folder.ts'

/** The first message to the worker. */
export interface WorkerStart {
  userId: string
  lead: Lead
}

/** Later ones: say whether you are there; take in what others have put into the outbox. */
export type WorkerOrder = 'answer' | 'adopt'

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
      (device) => {
        addEventListener('message', ({ data }: MessageEvent<WorkerOrder>) => {
          if (data === 'adopt') device.adopt().catch(report)
        })
        tell('opened')
      },
      (fault: unknown) => {
        report(fault)
        tell('unable')
      },
    )
  },
  { once: true },
)

/** Runs the user's device until the tab ends this worker, or another tab has the lead. */
async function run({ userId, lead }: WorkerStart): Promise<Device> {
  const name = deviceName(userId)
  let stopServing = () => {}
  const assertLeader = leaderGuard(name, lead.holder, () => {
    // Nobody hears of it: whoever called is answered by the device that leads now.
    stopServing()
    close()
  })
  const { database } = await openDatabase(userId, { isFresh: lead.isStolen, onFault: report })
  const device = await openDevice({
    userId,
    database,
    outbox: await openUserOutbox(userId),
    fetch: (input, init) => fetch(input, init),
    baseUrl: location.origin,
    onFault: report,
    assertLeader,
  })
  stopServing = serveDevice(name, device, { onAnother: () => assertLeader().catch(report) })
  return device
}

/** Names the fault for whoever looks; its message may hold somebody's data. */
function report(fault: unknown): void {
  // biome-ignore lint/suspicious/noConsole: there is nobody else to tell.
  console.warn('replica:', fault instanceof Error ? fault.name : 'fault')
}
