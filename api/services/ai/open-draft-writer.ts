import type { Logger } from 'pino'
import type { Env } from '#api/env.ts'
import type { DraftWriter } from './draft-writer.ts'
import { notConfigured } from './not-configured.ts'
import { sampleDraft } from './sample-draft.ts'

/** Opens OpenAI or a compatible server; without a key, outside production, opens the stand-in. */
export async function openDraftWriter(
  env: Pick<Env, 'NODE_ENV' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'OPENAI_MODEL'>,
  log: Logger,
): Promise<DraftWriter> {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = env
  if (apiKey) {
    const { openAiWriter } = await import('./open-ai-writer.ts')
    return openAiWriter({ apiKey, baseUrl, model, log })
  }
  if (env.NODE_ENV === 'production') return { write: () => Promise.reject(notConfigured()) }
  return { write: async (job) => sampleDraft(job) }
}
