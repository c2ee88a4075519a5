import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { signOutQuestion } from '#web/session/sign-out-question.ts'
import type { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'

vi.mock('#web/ui/confirm-dialog.tsx', () => ({
  ConfirmDialog: ({ children, confirmLabel }: ComponentProps<typeof ConfirmDialog>) => (
    <>
      {children} [{confirmLabel}]
    </>
  ),
}))

const REST = 'Signing out takes everything off this device.'

it.each([
  [1, '1 change made on this device has not reached', 'Sign out and lose 1 change'],
  [1204, '1,204 changes made on this device have not reached', 'Sign out and lose 1,204 changes'],
])('says how much %s unsent would be lost', (unsent, lost, label) => {
  signOutQuestion.unsent = unsent
  expect(renderToStaticMarkup(<SignOutDialog />)).toBe(`${lost} the server yet. ${REST} [${label}]`)
})

it('says where it cannot be known', () => {
  signOutQuestion.unsent = null
  expect(renderToStaticMarkup(<SignOutDialog />)).toBe(
    `What waits to reach the server cannot be read now. ${REST} [Sign out all the same]`,
  )
})
