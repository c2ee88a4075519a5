import type { EmailDraft, EmailDraftRequest } from '#api/contract/email-draft.ts'

/** All that is told of a position; nobody's name or address is part of it. */
export type Job = Pick<
  EmailDraftRequest,
  'jobTitle' | 'jobDescription' | 'tone' | 'length' | 'positionType'
>

/** Composes first messages to people a position may suit. */
export interface DraftWriter {
  /**
   * A draft that ends with its closing line, for a signature to follow. `{first_name}` stands for
   * the reader's name.
   * @param signal ends the work when nobody waits for it any more.
   * @throws AppError `ai_not_configured`; `ai_failed` in words for whoever asked.
   */
  write(job: Job, signal: AbortSignal): Promise<EmailDraft>
}
