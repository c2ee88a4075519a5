import { type Device, openDevice } from '#sync/client/device.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { openDatabase } from '#sync/client/disk/storage.ts'
import { openUserOutbox } from '#sync/client/outbox/open-user-outbox.ts'
import { reportFault } from '#sync/client/report-fault.ts'
import { type DeviceMessage, serveDevice } from './device-calls.ts'
import { type Lead, leaderGuard } from './leadership.ts'

/** The first message to the worker. */
export interface WorkerStart {
  userId: string
  lead: Lead
  /** Whether what is kept is of no use, and a database is made anew. */
  isAnew: boolean
}

/** Later ones: say whether you are there; go on where the device without a database has ended. */
export type WorkerOrder = 'answer' | 'take over'

/** What the worker tells its tab; everything else goes over the channel of the user's tabs. */
export interface WorkerNews {
  kind: /** The device answers. */
    | 'opened'
    /** It never will, for PGlite cannot run here. */
    | 'unable'
    /** Its rows cannot be read or written; in a database made anew they may. */
    | 'broken'
    /** It was asked, and is there. */
    | 'here'
}

const tell = (kind: WorkerNews['kind']) => postMessage({ kind } satisfies WorkerNews)

addEventListener(
  'message',
  ({ data }: MessageEvent<WorkerStart>) => {
    addEventListener('message', ({ data }: MessageEvent<WorkerOrder>) => {
      if (data === 'answer') tell('here')
    })
    run(data).catch((fault: unknown) => {
      reportFault(fault)
      tell('unable')
    })
  },
  { once: true },
)

/** Runs the user's device until the tab ends this worker, or another tab has the lead. */
async function run({ userId, lead, isAnew }: WorkerStart): Promise<void> {
  const name = deviceName(userId)
  let isLost = false
  let stopServing = () => {}
  function end(): void {
    // Nobody hears of it: whoever called is answered by the device that leads now.
    isLost = true
    stopServing()
    close()
  }

  const assertLeader = leaderGuard(name, lead.holder, end)
  // Somebody signs out. Its own tab may hang and not end it: it lets go of the disk, and sends nothing.
  new BroadcastChannel(name).onmessage = ({ data }: MessageEvent<DeviceMessage>) => {
    if (data.kind === 'closing') end()
  }
  const { database } = await openDatabase(userId, {
    isStolen: lead.isStolen,
    isAnew,
    onFault: reportFault,
  })
  const outbox = await openUserOutbox(userId)

  function broke(fault: unknown): void {
    reportFault(fault)
    if (!isLost) tell('broken')
  }

  let device: Device
  try {
    device = await openDevice({
      userId,
      database,
      outbox,
      fetch: (input, init) => fetch(input, init),
      baseUrl: location.origin,
      onFault: reportFault,
      assertLeader,
    })
  } catch (fault) {
    return broke(fault)
  }
  device.onStatus(({ state }) => {
    if (state === 'failed') broke(new Error('The rows cannot be kept.'))
  })
  const served = serveDevice(name, device, {
    onAnother: () => assertLeader().catch(reportFault),
  })
  stopServing = served.end
  addEventListener('message', ({ data }: MessageEvent<WorkerOrder>) => {
    if (data !== 'take over') return
    // The last edits of a device that answered until now are taken in, and its last word was another.
    served.announce()
    device.adopt().catch(reportFault)
  })
  tell('opened')
}
