import { afterEach, expect, it } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { soon } from '#tests/support/soon.ts'
import { emailDialogStore } from '#web/lib/email-dialog-store.ts'
import { exportDialogStore } from '#web/lib/exports/export-dialog-store.ts'
import { listDialogStore } from '#web/lib/lists/list-dialog-store.ts'
import { outreachSheetStore, showSheet } from '#web/outreach/outreach-sheet-store.ts'
import { identityQuestion } from '#web/session/confirm-identity.ts'
import { demoLimit } from '#web/session/demo-limit.ts'
import { session } from '#web/session/session.ts'
import { signOutQuestion } from '#web/session/sign-out-question.ts'
import { closeSheetsWithAccount } from './-sheets-of-account.ts'

const meOf = (id: string) => ({ user: { id, email: `${id}@example.com` } }) as Me

/** The stores tell of a change once the turn is over. */
const told = () => new Promise((resolve) => setTimeout(resolve))

/** What is open, by name. */
const open = () =>
  Object.entries({
    outreach: outreachSheetStore.sheet,
    email: emailDialogStore.person,
    export: exportDialogStore.current,
    list: listDialogStore.ids,
    demo: demoLimit.isOpen || null,
    identity: identityQuestion.settle,
    signOut: signOutQuestion.answer,
  }).flatMap(([name, value]) => (value === null ? [] : [name]))

let end = () => {}
afterEach(() => {
  end()
  session.me = null
})

it('what is open over the screen closes with its account, and what it asked for is refused', async () => {
  session.me = meOf('ana')
  end = closeSheetsWithAccount()
  const answers: unknown[] = []
  showSheet({ kind: 'number', person: { id: 'una', name: 'Una Vale' }, contact: {} as never })
  emailDialogStore.person = { id: 'una' } as never
  exportDialogStore.current = { ids: ['una'], people: [], source: 'list' }
  listDialogStore.ids = ['una']
  demoLimit.isOpen = true
  identityQuestion.settle = (isConfirmed) => {
    identityQuestion.settle = null
    answers.push(isConfirmed)
  }
  signOutQuestion.answer = (isConfirmed) => {
    signOutQuestion.answer = null
    answers.push(isConfirmed)
  }
  const all = ['outreach', 'email', 'export', 'list', 'demo', 'identity', 'signOut']
  // The same account, as it is fetched every 5 minutes.
  session.me = { ...meOf('ana'), isAdmin: true }
  await told()
  expect(open()).toEqual(all)
  session.me = meOf('ben')
  await soon(() => expect(open()).toEqual([]))
  expect(answers).toEqual([false, false])
})

it('what a visitor opened stays through the sign-in, and closes with the sign-out', async () => {
  end = closeSheetsWithAccount()
  listDialogStore.ids = ['una']
  session.me = meOf('ana')
  await told()
  expect(open()).toEqual(['list'])
  session.me = null
  await soon(() => expect(open()).toEqual([]))
})
