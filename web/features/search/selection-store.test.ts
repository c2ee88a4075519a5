import { expect, it } from 'vitest'
import { session } from '#web/session/session.ts'
import { followSearch, selectedOr, toggleSelected } from './selection-store.ts'

/** Resolves once the session's followers know. */
const signIn = (id: string) => {
  const flags = { role: 'subscriber', tier: 'premium', grants: [] }
  session.me = { user: { id, email: `${id}@example.com` }, ...flags } as never
  return Promise.resolve()
}

it('a selection ends with its account: the next one in this tab begins with none', async () => {
  await signIn('ana')
  followSearch({ filters: {}, page: 1 } as never)
  toggleSelected('zenobia')
  // As each look at the session does.
  session.lastChecked = 1
  await Promise.resolve()
  expect(selectedOr()).toEqual(['zenobia'])
  await signIn('ben')
  followSearch({ filters: {}, page: 1 } as never)
  expect(selectedOr()).toEqual([])
})
