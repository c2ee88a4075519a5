import type { SubmissionDecision, SubmissionPage } from '#api/contract/admin-submissions.ts'
import type { SubmissionStatus } from '#db/schema/candidate-submissions.ts'
import { api, call } from '#web/lib/api-client.ts'

/** Calls about submitted resumes. Each throws ApiError. */

/** A page of the resumes of a status, newest first; pages start at 1. */
export function fetchSubmissions(status: SubmissionStatus, page: number): Promise<SubmissionPage> {
  const query = { status, page: String(page) }
  return call((init) => api.admin.submissions.$get({ query }, { init }))
}

/** Approves or rejects a resume. @returns the server's message. */
export async function decideSubmission(id: string, decision: SubmissionDecision): Promise<string> {
  const { message } = await call((init) =>
    api.admin.submissions[':id'].decision.$post(
      { param: { id: encodeURIComponent(id) }, json: decision },
      { init },
    ),
  )
  return message
}

/** Undoes the account's own rejection of a resume. */
export async function reopenSubmission(id: string): Promise<void> {
  await call((init) =>
    api.admin.submissions[':id'].decision.$delete(
      { param: { id: encodeURIComponent(id) } },
      { init },
    ),
  )
}
