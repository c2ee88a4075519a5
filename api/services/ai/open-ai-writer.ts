import OpenAI from 'openai'
import type { Logger } from 'pino'
import { draftTexts, type EmailDraft } from '#api/contract/email-draft.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { DraftWriter } from './draft-writer.ts'
import { notConfigured } from './not-configured.ts'
import { draftMessages } from './prompt.ts'

/** A long draft takes a fraction of it; a user has given up by then. */
const TIMEOUT_MS = 45_000

/** Far more than the longest draft and the model's reasoning before it. */
const TOKENS_MAX = 8_000

export interface OpenAiWriterOptions {
  apiKey: string
  /** The base URL of an OpenAI-compatible server; OpenAI's own when undefined. */
  baseUrl: string | undefined
  model: string
  log: Logger
  timeoutMs?: number
}

/** Drafts by OpenAI's chat completions API, or a compatible server's. */
export function openAiWriter(options: OpenAiWriterOptions): DraftWriter {
  const { apiKey, baseUrl, model, log, timeoutMs = TIMEOUT_MS } = options
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    // Set explicitly: otherwise the library reads it from the environment.
    organization: null,
    project: null,
    // The user is waiting in front of the button and can retry.
    maxRetries: 0,
    logLevel: 'off',
  })
  return {
    async write(job, signal) {
      // For the whole answer: the library's own timeout ends with the headers, which a service may send at once.
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
        // No fault of the service, and no answer is read: no operator is to look for one.
        if (signal.aborted) throw new AppError('unavailable', 'The client has gone.')
        throw asAppError(error, deadline, log)
      }
    },
  }
}

/** @throws AppError when the completion is not a draft. */
function draftOf(content: unknown): EmailDraft {
  const draft = draftTexts.safeParse(typeof content === 'string' ? readJson(content) : undefined)
  if (!draft.success) throw unreadable()
  const { subject, body } = draft.data
  return { subject: subject.replace(/\s+/g, ' '), body, isSample: false }
}

/** Undefined for a text that is not JSON. */
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
  // The content type says JSON, the body is not.
  if (error instanceof SyntaxError) return unreadable()
  // Not the error itself: its message may repeat the prompt and the end of the key.
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
  // For example of an answer that was cut off.
  return { name: error instanceof Error ? error.name : typeof error }
}
