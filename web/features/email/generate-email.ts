import type { EmailDraft } from '#api/contract/email-draft.ts'
import { isBlank } from '#db/schema/invisible.ts'
import { ApiError, api, call, isRecord } from '#web/lib/api-client.ts'
import {
  generationError,
  JOB_DESCRIPTION_REQUIRED,
  JOB_TITLE_REQUIRED,
} from '#web/lib/email-messages.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { changeDraft, currentDraft, isDraftKept } from './email-draft.ts'

/** A little longer than the server's own timeout for the AI service. */
const TIMEOUT_MS = 50_000

/**
 * Has an e-mail generated from the draft's job; it replaces the present one.
 * @returns whether it succeeded; a toast has said so, or why not.
 */
export async function generateEmail(signature: string): Promise<boolean> {
  const { jobTitle, jobDescription, tone, length, positionType } = currentDraft()
  if (isBlank(jobTitle)) return refuse(JOB_TITLE_REQUIRED)
  if (isBlank(jobDescription)) return refuse(JOB_DESCRIPTION_REQUIRED)
  const job = { jobTitle, jobDescription, tone, length, positionType }
  const json = { ...job, signature, mode: 'recruiter' as const }
  try {
    const send = (init: { signal: AbortSignal }) => api.emails.generate.$post({ json }, { init })
    const email = await call(send, { timeoutMs: TIMEOUT_MS, isExpected: isEmail })
    const { email: before, team } = currentDraft()
    changeDraft({ email, team: null })
    showToast({
      title: 'Email Generated!',
      tone: 'ok',
      ...(before && {
        action: { label: 'Undo', onPress: () => changeDraft({ email: before, team }) },
      }),
    })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refuse(generationError(error, isDraftKept()))
  }
}

function refuse(words: { title: string; description: string }): false {
  showToast({ ...words, tone: 'danger' })
  return false
}

function isEmail(body: unknown): body is EmailDraft {
  return isRecord(body) && isText(body.subject) && isText(body.body)
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
