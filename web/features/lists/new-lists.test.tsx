// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { listDialogStore } from '#web/lib/lists/list-dialog-store.ts'
import { demoLimit } from '#web/session/demo-limit.ts'
import { session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { AddToListDialog } from './add-to-list-dialog.tsx'
import { createList } from './list-actions.ts'
import { NewListDialog } from './new-list-dialog.tsx'

vi.mock('./list-actions.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./list-actions.ts')>()),
  createList: vi.fn(),
}))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: () => NO_ROWS }))
const { rights } = vi.hoisted(() => ({ rights: { mayCreate: true } }))
vi.mock('#web/session/session.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/session/session.ts')>()),
  useCan: () => rights.mayCreate,
}))
const { navigate } = vi.hoisted(() => ({ navigate: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ navigate }) }))
vi.mock('#web/replica/owner-choice.tsx', () => ({ OwnerChoice: () => null }))
vi.mock('#web/ui/dialog.tsx', () => ({
  Dialog: ({ children, footer }: { children: ReactNode; footer: ReactNode }) => (
    <>
      {children}
      {footer}
    </>
  ),
}))

const MADE = { id: 'a list', owner_id: 'me' }

beforeEach(() => {
  vi.mocked(createList).mockReset().mockResolvedValue(MADE)
  toastStore.current = null
  rights.mayCreate = true
})
afterEach(() => {
  cleanup()
  listDialogStore.ids = null
})

const named = (name: string) =>
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

it('LISTS-24 LISTS-26 people go on a new list by its name without blanks around, and it can be seen', async () => {
  listDialogStore.ids = ['ada', 'ben']
  render(<AddToListDialog />)
  named('   ')
  expect(button('Create and add').disabled).toBe(true)
  named('  Nights ')
  await act(async () => fireEvent.click(button('Create and add')))
  expect(createList).toHaveBeenCalledExactlyOnceWith('Nights', ['ada', 'ben'], { team: undefined })
  expect(listDialogStore.ids).toBeNull()
  expect(toastStore.current).toMatchObject({ title: 'Added to the list', tone: 'ok' })
  toastStore.current?.action?.onPress()
  expect(navigate.mock.lastCall?.[0]).toMatchObject({
    to: '/lists/$listId',
    params: { listId: 'a list' },
  })
})

it('who may create no list is offered the existing ones, and told why there is no new one', () => {
  rights.mayCreate = false
  session.me = {
    role: 'demo',
    tier: null,
    grants: ['saveLists'],
    user: { id: 'me' },
  } as unknown as Me
  listDialogStore.ids = ['ada']
  render(<AddToListDialog />)
  const choice = screen.getByLabelText<HTMLInputElement>('New list')
  expect(choice.closest('label')?.querySelector('svg')).not.toBeNull()
  fireEvent.click(choice)
  expect(demoLimit.isOpen).toBe(true)
  expect(choice.checked).toBe(false)
  expect(screen.queryByLabelText('Name')).toBeNull()
  expect(button('Add to list').disabled).toBe(true)
})

it('a list is created by its name without blanks around, and never without a name', async () => {
  const onClose = vi.fn()
  render(<NewListDialog onClose={onClose} />)
  named('  ')
  expect(button('Create list').disabled).toBe(true)
  named(' Nights ')
  await act(async () => fireEvent.click(button('Create list')))
  expect(createList).toHaveBeenCalledExactlyOnceWith('Nights', [], { team: undefined })
  expect(onClose).toHaveBeenCalledTimes(1)
})
