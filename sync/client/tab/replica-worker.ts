import { type Device, openDevice } from '#sync/client/device.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { openDatabase } from '#sync/client/disk/storage.ts'
import { openUserOutbox } from '#sync/client/outbox/open-user-outbox.ts'
import { reportFault } from '#sync/client/report-fault.ts'
import { answerReader } from '#sync/client/stream/answer-reader.ts'
import { type DeviceMessage, serveDevice } from './device-calls.ts'
import { type Lead, leaderGuard } from './leadership.ts'
import { forgetAnswers, leaveTeam } from './leave-team.ts'

/** The first message to the worker. */
export interface WorkerStart {
  userId: string
  lead: Lead
  /** Whether the stored database is useless, and another one is made. */
  isAnew: boolean
}

/**
 * Later messages: `ping` asks for a sign of life, `take over` lets the device answer in place of the
 * fallback.
 */
export type WorkerCommand = 'ping' | 'take over'

/**
 * Messages from the worker to its tab; everything else goes over the channel of the user's tabs.
 */
export interface WorkerMessage {
  kind: /** The device is open, and answers calls after `take over`. */
    | 'opened'
    /** The device will never answer: PGlite cannot run here. */
    | 'unable'
    /** The rows cannot be read or written in this database. */
    | 'broken'
    /**
     * The device is closed, so that the next worker copies the database without the bytes of deleted
     * rows.
     */
    | 'remains'
    /** The worker is alive; the response to `ping`. */
    | 'pong'
}

const startAnswerWorker = () =>
  new Worker(new URL('../stream/answer-worker.ts', import.meta.url), { type: 'module' })

const notifyTab = (kind: WorkerMessage['kind']) => postMessage({ kind } satisfies WorkerMessage)

addEventListener(
  'message',
  ({ data }: MessageEvent<WorkerStart>) => {
    addEventListener('message', ({ data }: MessageEvent<WorkerCommand>) => {
      if (data === 'ping') notifyTab('pong')
    })
    run(data).catch((fault: unknown) => {
      reportFault(fault)
      notifyTab('unable')
    })
  },
  { once: true },
)

/** Runs the user's device until the tab terminates this worker, or another tab leads. */
async function run({ userId, lead, isAnew }: WorkerStart): Promise<void> {
  const name = deviceName(userId)
  let isLost = false
  let stopServing = () => {}
  function end(): void {
    // The tab is not notified, because the device that leads now answers its calls.
    isLost = true
    stopServing()
    close()
  }

  const assertLeader = leaderGuard(name, lead.holder, end)
  // On sign-out the tab may hang instead of terminating this worker, which therefore closes its files
  // itself and sends nothing more.
  new BroadcastChannel(name).onmessage = ({ data }: MessageEvent<DeviceMessage>) => {
    if (data.kind === 'closing') end()
  }
  const { database, isPersistent } = await openDatabase(userId, {
    isStolen: lead.isStolen,
    isAnew,
    onEmptied: () => forgetAnswers(userId),
    onFault: reportFault,
  })
  const outbox = await openUserOutbox(userId)

  function broke(fault: unknown): void {
    reportFault(fault)
    if (!isLost) notifyTab('broken')
  }

  async function closeForCopy(): Promise<void> {
    stopServing()
    await device.close()
    await outbox.close()
    await database.close()
    if (!isLost) notifyTab('remains')
  }

  let device: Device
  try {
    device = await openDevice({
      userId,
      database,
      outbox,
      fetch: (input, init) => fetch(input, init),
      reader: answerReader(startAnswerWorker),
      baseUrl: location.origin,
      isPersistent,
      onLeave: (left) => leaveTeam(userId, left),
      onRemains: () => void closeForCopy().catch(broke),
      onFault: reportFault,
      assertLeader,
    })
  } catch (fault) {
    return broke(fault)
  }
  device.onStatus(({ state }) => {
    if (state === 'failed') broke(new Error('The rows cannot be kept.'))
  })
  addEventListener('message', ({ data }: MessageEvent<WorkerCommand>) => {
    if (data !== 'take over' || isLost) return
    // The fallback may have accepted edits after the worker read the outbox. `adopt` comes first, so
    // that the reads which tabs repeat when the device is announced wait for it.
    device.adopt().catch(reportFault)
    const onOtherDevice = () => assertLeader().catch(reportFault)
    stopServing = serveDevice(name, device, { onOtherDevice })
  })
  notifyTab('opened')
}
