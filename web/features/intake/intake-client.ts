import type { ContactMessage } from '#api/contract/contact-messages.ts'
import type { SubmissionBody } from '#api/contract/submissions.ts'
import { type ApiError, api, call, isRecord } from '#web/lib/api-client.ts'

/** Calls that need no account. Each throws ApiError. */

/** Writes to the operators. */
export async function sendContactMessage(message: ContactMessage): Promise<void> {
  await call((init) => api['contact-messages'].$post({ json: message }, { init }))
}

/** Has a link to `/confirm-removal` mailed; the answer never tells whether the address is listed. */
export async function requestRemoval(email: string): Promise<void> {
  await call((init) => api.removals.$post({ json: { email } }, { init }))
}

/** @param token from the mailed link; it works once. */
export async function confirmRemoval(token: string): Promise<void> {
  await call((init) => api.removals.confirm.$post({ json: { token } }, { init }))
}

/** Submits a resume, and has a link to `/confirm-submission` mailed. */
export async function submitResume(resume: SubmissionBody): Promise<void> {
  await call((init) => api.submissions.$post({ json: resume }, { init }))
}

/** @param token from the mailed link; it works once. */
export async function confirmResume(token: string): Promise<void> {
  await call((init) => api.submissions.confirm.$post({ json: { token } }, { init }))
}

/** Turns an account's mails of news off. @param link what the mailed link says. */
export async function turnNewsMailsOff(link: { account: string; token: string }): Promise<void> {
  await call((init) => api['watch-mails'].off.$post({ query: link }, { init }))
}

/** The names of the fields that the server refused; none where it failed for another reason. */
export function refusedFields({ code, data }: ApiError): string[] {
  const issues = code === 'invalid_input' && isRecord(data) ? data.issues : null
  if (!Array.isArray(issues)) return []
  return issues.filter(isRecord).map(({ path }) => String(path))
}
