import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import { emailDialogStore } from '#web/lib/email-dialog-store.ts'
import { reveal, revealedContacts } from '#web/replica/revealed-contacts.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { askToEmail } from './ask-to-email.ts'
import { contactPerson, contactUnlessMarked } from './contact-person.ts'

vi.mock('#web/replica/revealed-contacts.ts', () => ({
  reveal: vi.fn(),
  revealedContacts: { byPerson: {} },
}))
vi.mock('./contact-person.ts', () => ({ contactPerson: vi.fn(), contactUnlessMarked: vi.fn() }))

const ANA = {
  id: 'ana',
  first_name: 'Ana',
  middle_name: null,
  last_name: 'Quill',
  title: null,
  specialty: null,
  organization: null,
  city: null,
  state: null,
}

/** Stubs the reveal: it returns these contacts. */
function reveals(...kinds: ContactKind[]) {
  vi.mocked(reveal).mockImplementation(async (id) => {
    const contacts = kinds.map((kind) => ({ kind, value: 'v', source: 's', verified_at: null }))
    revealedContacts.byPerson[id] = contacts
  })
}

beforeEach(() => {
  vi.mocked(reveal).mockReset()
  for (const ask of [contactPerson, contactUnlessMarked]) {
    vi.mocked(ask)
      .mockReset()
      .mockImplementation(async (_person, _channel, proceed) => proceed())
  }
  revealedContacts.byPerson = {}
  emailDialogStore.person = null
  toastStore.current = null
})

describe('EMAIL-25 writing to a person', () => {
  it('reveals first', async () => {
    reveals('phone', 'work_email')
    await askToEmail(ANA)
    expect(reveal).toHaveBeenCalledWith('ana')
    expect(emailDialogStore.person).toEqual(ANA)
  })

  it('waits for the reveal, and takes the list along', async () => {
    let reveals = (): void => undefined
    vi.mocked(reveal).mockImplementation(async (id) => {
      await new Promise<void>((resolve) => (reveals = resolve))
      revealedContacts.byPerson[id] = [
        { kind: 'work_email', value: 'v', source: 's', verified_at: null },
      ]
    })
    const list = { id: 'list', owner_id: 'ada' }
    const asked = askToEmail(ANA, list as never)
    await vi.waitFor(() => expect(reveal).toHaveBeenCalledTimes(1))
    expect(emailDialogStore.person).toBeNull()
    reveals()
    await asked
    expect(emailDialogStore.person).toEqual({ ...ANA, list })
  })

  it('opens for the last press alone, however late the answers to an earlier one come', async () => {
    let revealAna = (): void => undefined
    reveals('work_email')
    const atOnce = vi.mocked(reveal).getMockImplementation()
    vi.mocked(reveal).mockImplementation(async (id) => {
      if (id === 'ana') await new Promise<void>((resolve) => (revealAna = resolve))
      await atOnce?.(id)
    })
    const late = askToEmail(ANA)
    await vi.waitFor(() => expect(reveal).toHaveBeenCalledTimes(1))
    await askToEmail({ ...ANA, id: 'bo' })
    expect(emailDialogStore.person?.id).toBe('bo')
    revealAna()
    await late
    expect(emailDialogStore.person?.id).toBe('bo')
  })

  it('asks before the reveal whether something stands against it, and after it of a mark', async () => {
    reveals('work_email')
    const person = { id: 'ana', name: 'Ana Quill', list: undefined }
    vi.mocked(contactUnlessMarked).mockResolvedValue()
    await askToEmail(ANA)
    expect(contactPerson).toHaveBeenCalledExactlyOnceWith(person, 'email', expect.any(Function))
    expect(contactUnlessMarked).toHaveBeenCalledExactlyOnceWith(
      person,
      'email',
      expect.any(Function),
    )
    expect(emailDialogStore.person).toBeNull()
    vi.mocked(contactPerson).mockResolvedValue()
    vi.mocked(reveal).mockClear()
    await askToEmail(ANA)
    expect(reveal).not.toHaveBeenCalled()
  })

  it('ends where the reveal was refused, which was said', async () => {
    await askToEmail(ANA)
    expect(emailDialogStore.person).toBeNull()
    expect(toastStore.current).toBeNull()
  })

  it('says that there is no address, and spends no reveal where that is known', async () => {
    reveals('phone')
    await askToEmail(ANA)
    expect(toastStore.current).toMatchObject({ title: 'Email not available' })
    vi.mocked(reveal).mockClear()
    await askToEmail({ ...ANA, contacts: [{ kind: 'phone' }] })
    expect(reveal).not.toHaveBeenCalled()
    expect(emailDialogStore.person).toBeNull()
  })
})
