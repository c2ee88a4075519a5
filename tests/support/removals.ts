import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { linkIn, mailTo } from './cookie-jar.ts'

export const newAddress = () => `ada.${randomUUID()}@example.com`

/**
 * The steps of a removal, and people to remove.
 * @param app read at each call: a test file opens the app after it has named the calls.
 */
export function removalCalls(app: () => TestApp) {
  let networks = 0
  const network = () => `2001:db8:0:${(++networks).toString(16)}::1`
  const ask = (json: object, from = network()) =>
    app().request('/api/removals', { as: 'visitor', json, network: from })
  const confirm = (token: string, from = network()) =>
    app().request('/api/removals/confirm', { as: 'visitor', json: { token }, network: from })

  /** Requests a removal, and reads the token from the mail. */
  async function tokenFor(email: string): Promise<string> {
    expect((await ask({ email })).status).toBe(204)
    const link = linkIn(await mailTo(app(), email, /removal/))
    expect(link).toMatch(/^\/confirm-removal\?token=[\w-]{43}$/)
    return link.split('token=')[1] ?? ''
  }

  /** Inserts a person with this address. */
  async function person(email: string, { kind = 'personal_email', phone = '' } = {}) {
    const [row] = await app().sql<{ id: string }[]>`
      insert into candidates (first_name, last_name, specialty, source)
      values ('Ada', 'Removable', 'Cardiology', 'csv') returning id`
    const id = row?.id ?? ''
    const contacts = [{ kind, value: email }, ...(phone ? [{ kind: 'phone', value: phone }] : [])]
    for (const contact of contacts) {
      await app().sql`insert into candidate_contacts
        ${app().sql({ ...contact, candidate_id: id, source: 'csv' })}`
    }
    return id
  }

  return { network, ask, confirm, tokenFor, person }
}
