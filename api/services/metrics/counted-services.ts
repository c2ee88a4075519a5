import type { DraftWriter } from '#api/services/ai/draft-writer.ts'
import type { Mailer } from '#api/services/mail/mailer.ts'
import type { Push } from '#api/services/push/push.ts'
import type { Metrics } from './metrics.ts'

type Failed = Pick<Metrics, 'failed'>

/** A mailer whose failures are counted, including those of its health check. */
export function countedMailer(mailer: Mailer, metrics: Failed): Mailer {
  const onFailure = () => metrics.failed('mail')
  return {
    send: (mail) => counted(mailer.send(mail), onFailure),
    check: () => counted(mailer.check(), onFailure),
  }
}

/** A draft writer whose failures are counted, except when the client disconnected. */
export function countedDrafts(drafts: DraftWriter, metrics: Failed): DraftWriter {
  return {
    write: (job, signal) =>
      counted(drafts.write(job, signal), () => {
        if (!signal.aborted) metrics.failed('ai')
      }),
  }
}

/** A push sender whose failures are counted; an expired subscription is not a failure. */
export function countedPush(push: Push, metrics: Failed): Push {
  return {
    ...push,
    async send(target, payload) {
      const outcome = await push.send(target, payload)
      if (outcome === 'failed') metrics.failed('push')
      return outcome
    },
  }
}

async function counted<Value>(work: Promise<Value>, onFailure: () => void): Promise<Value> {
  try {
    return await work
  } catch (error) {
    onFailure()
    throw error
  }
}
