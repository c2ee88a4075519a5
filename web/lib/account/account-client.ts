import type { CheckoutRequest } from '#api/contract/billing.ts'
import type { ExportAllowance } from '#api/contract/export-allowance.ts'
import type { ExportBody } from '#api/contract/export-request.ts'
import type { ExportHistory, RevealHistory } from '#api/contract/history.ts'
import type { SupportCode } from '#api/contract/support.ts'
import type { SyncReport } from '#db/schema/support-codes.ts'
import type { EXPORT_FORMATS } from '#db/schema/traces.ts'
import { ApiError, api, call, request } from '#web/lib/api-client.ts'

/** Calls about the account, its plan, its exports and its reveals. Each throws ApiError. */

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Enough for the largest export. */
const EXPORT_TIMEOUT_MS = 120_000

/** Opens a checkout; the answer says where, in one of the forms `destinationOf` reads. */
export function createCheckout(request: CheckoutRequest): Promise<unknown> {
  return call((init) => api.billing.checkout.$post({ json: request }, { init }))
}

/** Opens the billing portal; the answer says where, as for a checkout. */
export function createPortal(): Promise<unknown> {
  return call((init) => api.billing.portal.$post({}, { init }))
}

/** Asks the server to look up a finished payment whose webhook event has not arrived yet. */
export function confirmPayment(sessionId: string): Promise<{ paid: boolean; subscribed: boolean }> {
  return call((init) => api.billing.confirm.$post({ json: { sessionId } }, { init }))
}

/** The number of people ever exported, and the five latest exports. */
export function fetchExports(): Promise<ExportHistory> {
  return call((init) => api.exports.$get({}, { init }))
}

/** Who was revealed and when, newest first; pages start at 1. */
export function fetchReveals(page: number): Promise<RevealHistory> {
  return call((init) => api.reveals.$get({ query: { page: String(page) } }, { init }))
}

/** An export as it arrives. */
export interface ExportedFile {
  content: Blob
  /** The server's name for the file; null where it gave none. */
  fileName: string | null
  count: number
  /** People who are not in it, because they must not be contacted. */
  leftOut: number
  /** People in the file with contacts, and how many more may be exported today. */
  contacts: number
  contactsLeft: number
}

/** The contacts left of the day's allowance, and which contacts these people have. */
export function fetchExportAllowance(candidateIds: readonly string[]): Promise<ExportAllowance> {
  const json = { candidateIds: [...candidateIds] }
  return call((init) => api.export.allowance.$post({ json }, { init }))
}

/** Exports people to a file. */
export async function exportPeople(body: ExportBody): Promise<ExportedFile> {
  const read = async (response: Pick<Response, 'ok' | 'status' | 'text' | 'blob' | 'headers'>) => ({
    content: await response.blob(),
    headers: response.headers,
  })
  const { content, headers } = await request(
    (init) => api.export.$post({ json: body }, { init }),
    read,
    { timeoutMs: EXPORT_TIMEOUT_MS },
  )
  if (content.size === 0) throw new ApiError('malformed_answer', 'The file is empty.')
  const number = (name: string) => Number(headers.get(name))
  return {
    content,
    fileName: fileNameOf(headers.get('Content-Disposition') ?? ''),
    count: number('X-Export-Count') || body.candidateIds.length,
    leftOut: number('X-Export-Left-Out'),
    contacts: number('X-Export-Contacts'),
    contactsLeft: number('X-Export-Contacts-Left'),
  }
}

/** The name in a Content-Disposition: the UTF-8 form where there is one. */
export function fileNameOf(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? null
}

/** What the server holds of the account, as JSON. */
export function fetchAccountData(): Promise<string> {
  return request(
    (init) => api.account.data.$get({}, { init }),
    (answer) => answer.text(),
  )
}

/** Deletes the account for good. */
export async function deleteAccount(password: string): Promise<void> {
  await call((init) => api.account.$delete({ json: { password } }, { init }))
}

/** Confirms the user's identity by the password, before a call that cannot be undone. */
export async function confirmByPassword(password: string): Promise<void> {
  await call((init) => api.account.confirm.$post({ json: { password } }, { init }))
}

/** The present support code; null without one. */
export function fetchSupportCode(): Promise<{ code: SupportCode | null }> {
  return call((init) => api.account['support-code'].$get({}, { init }))
}

/** Creates a support code, with this device's sync report. */
export async function makeSupportCode(report: SyncReport): Promise<void> {
  await call((init) => api.account['support-code'].$post({ json: report }, { init }))
}

/** Takes the support code back. @throws ApiError */
export async function endSupportCode(): Promise<void> {
  await call((init) => api.account['support-code'].$delete({}, { init }))
}
