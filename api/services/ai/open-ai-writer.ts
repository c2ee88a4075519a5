import OpenAI from 'openai'
import type { Logger } from 'pino'
import { draftTexts, type EmailDraft } from '#api/contract/email-draft.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { DraftWriter } from './draft-writer.ts'
import { notConfigured } from './not-configured.ts'
import { draftMessages } from './prompt.ts'

/** A long draft takes a fraction of this, and users wait no longer. */
const TIMEOUT_MS = 45_000

/** The limit is far above the longest draft with the model's reasoning before it. */
const TOKENS_MAX = 8_000

export interface OpenAiWriterOptions {
  apiKey: string
  /** The base URL of an OpenAI-compatible server; OpenAI's own when undefined. */
  baseUrl: string | undefined
  model: string
  log: Logger
  timeoutMs?: number
}

/** Drafts through OpenAI's chat completions API, or that of a compatible server. */
export function openAiWriter(options: OpenAiWriterOptions): DraftWriter {
  const { apiKey, baseUrl, model, log, timeoutMs = TIMEOUT_MS } = options
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    // The value is explicit: otherwise the library reads it from the environment.
    organization: null,
    project: null,
    // There are no retries: the user is waiting and can retry.
    maxRetries: 0,
    logLevel: 'off',
  })
  return {
    async write(job, signal) {
      // The timeout covers the whole response: the library's own ends with the headers, which a
      // service may send at once.
      const deadline = AbortSignal.timeout(timeoutMs)
      try {
        const completion = await client.chat.completions.create(
          {
            model,
            messages: draftMessages(job),
            response_format: { type: 'json_object' },
            max_completion_tokens: TOKENS_MAX,
          },
          { signal: AbortSignal.any([signal, deadline]) },
        )
        return draftOf(completion.choices?.[0]?.message?.content)
      } catch (error) {
        // This is not a failure of the service, and no one reads the response: it must not look
        // like a fault to operators.
        if (signal.aborted) throw new AppError('unavailable', 'The client has gone.')
        throw asAppError(error, deadline, log)
      }
    },
  }
}

/** @throws AppError when the completion is not a draft */
function draftOf(content: unknown): EmailDraft {
  const draft = draftTexts.safeParse(typeof content === 'string' ? readJson(content) : undefined)
  if (!draft.success) throw unreadable()
  const { subject, body } = draft.data
  return { subject: subject.replace(/\s+/g, ' '), body, isSample: false }
}

/** The parsed JSON; undefined for a text that is not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unreadable(): AppError {
  return new AppError('ai_failed', 'Invalid response format from AI service')
}

function asAppError(error: unknown, deadline: AbortSignal, log: Logger): AppError {
  if (error instanceof AppError) return error
  // The content type says JSON, but the body is not.
  if (error instanceof SyntaxError) return unreadable()
  // The error itself is not logged: its message may contain the prompt and the end of the key.
  log.error({ ai: told(error) }, 'The AI service failed')
  const status = error instanceof OpenAI.APIError ? error.status : undefined
  if (status === 401 || status === 403) return notConfigured()
  if (status === 429) {
    return new AppError('ai_failed', 'The AI service is busy. Please try again in a minute.')
  }
  if (deadline.aborted) {
    return new AppError('ai_failed', 'The AI service took too long. Please try again.')
  }
  return new AppError('ai_failed', 'The AI service does not answer. Please try again later.')
}

function told(error: unknown) {
  if (error instanceof OpenAI.APIError) {
    const { status, code, type, requestID } = error
    return { status, code, type, requestID }
  }
  // The error is of another type, for example after a truncated response.
  return { name: error instanceof Error ? error.name : typeof error }
}
