import type { EmailDraft, EmailDraftRequest } from '#api/contract/email-draft.ts'

/** The part of a position that the AI service receives: it contains no person's name or address. */
export type Job = Pick<
  EmailDraftRequest,
  'jobTitle' | 'jobDescription' | 'tone' | 'length' | 'positionType'
>

/** Drafts a recruiter's first message to candidates for a position. */
export interface DraftWriter {
  /**
   * A draft that ends with its closing line, so that a signature can follow. `{first_name}` stands
   * for the reader's name.
   * @param signal aborts the request when the client disconnects.
   * @throws AppError `ai_not_configured`; `ai_failed` with a message for the user.
   */
  write(job: Job, signal: AbortSignal): Promise<EmailDraft>
}
