import { listeners } from '#sync/client/listeners.ts'
import type { Outbox } from '#sync/client/outbox/outbox.ts'
import type { StatusBoard } from '#sync/client/status.ts'
import { waitFor } from '#sync/client/wait.ts'
import type { MutationResult } from '#sync/contract/wire.ts'

/** How long a read waits for the edits before it, so that its rows show them. */
const SEND_TIMEOUT_MS = 5_000

export interface EditAnswers {
  /** Notifies those who wait for the server's answer to an edit. */
  notify(result: MutationResult): void
  /** The answer to an edit, however long it takes. */
  to(id: string): Promise<MutationResult>
  /** Resolves once the server has answered every edit that can be sent, or not soon enough. */
  allSent(): Promise<void>
}

/** The server's answers to the edits of a device without rows, for those that wait for them. */
export function editAnswers({
  outbox,
  board,
  signal,
}: {
  outbox: Outbox
  board: StatusBoard
  /** Ends the waiting of `allSent`. */
  signal: AbortSignal
}): EditAnswers {
  const answered = listeners<MutationResult>()
  return {
    notify: answered.notify,
    to: (id) =>
      new Promise<MutationResult>((resolve) => {
        const end = answered.add((result) => {
          if (result.id !== id) return
          end()
          resolve(result)
        })
      }),
    async allSent() {
      if (outbox.sendable(1).length === 0 || board.status.state === 'offline') return
      await waitFor((done) => {
        const timer = setTimeout(done, SEND_TIMEOUT_MS)
        const ends = [
          answered.add(() => {
            if (outbox.sendable(1).length === 0) done()
          }),
          board.listen(({ state }) => {
            if (state === 'offline') done()
          }),
          () => clearTimeout(timer),
        ]
        return () => {
          for (const end of ends) end()
        }
      }, signal)
    },
  }
}
