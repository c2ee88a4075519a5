import type { SubmissionBody } from '#db/schema/candidate-submissions.ts'
import type { ContactMessage } from '#db/schema/contact-messages.ts'
import { type ApiError, api, call, isAnything, isRecord } from '#web/lib/api-client.ts'

/** What anybody may send us without an account. Each call throws ApiError. */

/** Writes to the operators. */
export async function sendContactMessage(message: ContactMessage): Promise<void> {
  await call((init) => api['contact-messages'].$post({ json: message }, { init }), isAnything)
}

/** Has a link to `/confirm-removal` mailed; the answer never tells whether anybody is listed. */
export async function requestRemoval(email: string): Promise<void> {
  await call((init) => api.removals.$post({ json: { email } }, { init }), isAnything)
}

/** @param token from the mailed link; it works once. */
export async function confirmRemoval(token: string): Promise<void> {
  await call((init) => api.removals.confirm.$post({ json: { token } }, { init }), isAnything)
}

/** Sends a resume in, and has a link to `/confirm-submission` mailed. */
export async function submitResume(resume: SubmissionBody): Promise<void> {
  await call((init) => api.submissions.$post({ json: resume }, { init }), isAnything)
}

/** @param token from the mailed link; it works once. */
export async function confirmResume(token: string): Promise<void> {
  await call((init) => api.submissions.confirm.$post({ json: { token } }, { init }), isAnything)
}

/** The fields of a body that the server refused, by name; none where that is not why it failed. */
export function refusedFields({ code, data }: ApiError): string[] {
  const issues = code === 'invalid_input' && isRecord(data) ? data.issues : null
  if (!Array.isArray(issues)) return []
  return issues.filter(isRecord).map(({ path }) => String(path))
}
