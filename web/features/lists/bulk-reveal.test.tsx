// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { fetchRevealCost } from '#web/lib/people/people-client.ts'
import { revealAll } from '#web/replica/revealed-contacts.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { BulkReveal } from './bulk-reveal.tsx'

vi.mock('#web/lib/people/people-client.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/lib/people/people-client.ts')>()),
  fetchRevealCost: vi.fn(),
}))
vi.mock('#web/lib/hooks/use-online.ts', () => ({ useOnline: vi.fn(() => true) }))
vi.mock('#web/replica/revealed-contacts.ts', () => ({ revealAll: vi.fn() }))
vi.mock('#web/session/session.ts', () => ({ useCan: () => true }))

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

/** Asks what the people cost, and reveals them. @param done of how many that worked. */
async function revealed(people: readonly string[], done: number): Promise<void> {
  toastStore.current = null
  vi.mocked(revealAll).mockReset().mockResolvedValue(done)
  vi.mocked(fetchRevealCost)
    .mockReset()
    .mockResolvedValue({ people: people.length, remaining: { today: 2 } })
  render(<BulkReveal people={people} />)
  await press('Reveal')
  await press('Reveal 2')
  cleanup()
}

it('says of how many people the contacts were revealed, not how many were chosen', async () => {
  await revealed(['ada', 'ben', 'cleo'], 2)
  expect(revealAll).toHaveBeenCalledExactlyOnceWith(['ada', 'ben', 'cleo'])
  expect(toastStore.current).toMatchObject({
    title: 'Contacts revealed',
    description: '2 people. They stay on this device for 24 hours.',
    tone: 'ok',
  })
})

it('says nothing where no contact was revealed: the refusal was told', async () => {
  await revealed(['ada', 'ben'], 0)
  expect(revealAll).toHaveBeenCalledOnce()
  expect(toastStore.current).toBeNull()
})

it('cannot be pressed once the network went, and says why', async () => {
  vi.mocked(fetchRevealCost).mockResolvedValue({ people: 2, remaining: { today: 9 } })
  const people = ['ada', 'ben']
  const { rerender } = render(<BulkReveal people={people} />)
  await press('Reveal')
  const dialog = within(screen.getByRole('dialog'))
  dialog.getByRole('button', { name: 'Reveal 2' })
  vi.mocked(useOnline).mockReturnValue(false)
  await act(async () => rerender(<BulkReveal people={[...people]} />))
  expect(dialog.getByRole('button', { name: 'Reveal' })).toHaveProperty('disabled', true)
  expect(dialog.getByRole('status').textContent).toBe(
    'Contacts are revealed by the server: connect first.',
  )
  vi.mocked(useOnline).mockReturnValue(true)
  cleanup()
})

it('takes the first 500 of the people', async () => {
  const people = Array.from({ length: 501 }, (_, index) => `person ${index}`)
  await revealed(people, 500)
  expect(fetchRevealCost).toHaveBeenCalledExactlyOnceWith(people.slice(0, 500))
  expect(revealAll).toHaveBeenCalledExactlyOnceWith(people.slice(0, 500))
})

it('can be pressed again after a fault', async () => {
  const fault = new Error('fault')
  const thrown = new Promise((resolve) => process.once('unhandledRejection', resolve))
  vi.mocked(revealAll).mockReset().mockRejectedValueOnce(fault).mockResolvedValue(0)
  vi.mocked(fetchRevealCost).mockResolvedValue({ people: 2, remaining: { today: 9 } })
  render(<BulkReveal people={['ada', 'ben']} />)
  await press('Reveal')
  await press('Reveal 2')
  expect(await thrown).toBe(fault)
  await press('Reveal 2')
  expect(revealAll).toHaveBeenCalledTimes(2)
  cleanup()
})
