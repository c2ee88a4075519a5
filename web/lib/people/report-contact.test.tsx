import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { reportContact, withdrawReport } from '#web/replica/report-contact.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { ReportContact } from './report-contact.tsx'

vi.mock('#web/replica/report-contact.ts', () => ({
  reportContact: vi.fn(),
  withdrawReport: vi.fn(),
}))
/** The menu's choices in their order. */
const { choices } = vi.hoisted(() => ({ choices: new Map<string, () => void>() }))
vi.mock('#web/ui/dropdown-menu.tsx', () => ({
  DropdownMenu: ({ children }: { children: unknown }) => children,
  MenuLabel: () => null,
  MenuItem: ({ children, onSelect }: { children: string; onSelect(): void }) => {
    choices.set(children, onSelect)
    return null
  },
}))

const PHONE = { kind: 'direct_phone', value_id: 7 } as const
const NAME = { candidate_id: 'zenobia', ...PHONE }

function menuOf(contact: { kind: 'direct_phone' | 'work_email'; value_id?: number }): string[] {
  choices.clear()
  renderToStaticMarkup(<ReportContact personId="zenobia" contact={contact} />)
  return [...choices.keys()]
}

beforeEach(() => {
  toastStore.current = null
  vi.mocked(reportContact).mockReset()
  vi.mocked(withdrawReport).mockReset()
})

it('asks what is wrong in the words of a number or an address; nothing where it is not known which', () => {
  const [left, other] = ['Left this job', 'Something else']
  expect(menuOf(PHONE)).toEqual(['Not in service', 'Someone else answers', left, other])
  const email = { kind: 'work_email', value_id: 8 } as const
  expect(menuOf(email)).toEqual(['Mail comes back', 'Someone else’s address', left, other])
  expect(menuOf({ kind: 'direct_phone' })).toEqual([])
})

it('reports the reason that was chosen, says that it is hidden, and takes the report back', async () => {
  menuOf(PHONE)
  choices.get('Someone else answers')?.()
  await vi.waitFor(() => expect(toastStore.current).toMatchObject({ title: 'Hidden for you' }))
  expect(reportContact).toHaveBeenCalledExactlyOnceWith(NAME, 'someone_else')
  toastStore.current?.action?.onPress()
  expect(withdrawReport).toHaveBeenCalledExactlyOnceWith(NAME)
})

it('says why a report was refused, and not that the contact is hidden', async () => {
  vi.mocked(reportContact).mockRejectedValue(new AppError('internal_error', 'The disk is full.'))
  menuOf(PHONE)
  choices.get('Not in service')?.()
  await vi.waitFor(() => expect(toastStore.current).not.toBeNull())
  expect(toastStore.current).toMatchObject({
    title: 'The contact was not reported',
    description: 'The disk is full.',
    tone: 'danger',
  })
})
