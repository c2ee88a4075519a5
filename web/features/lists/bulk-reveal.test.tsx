import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { act, mount } from '#tests/support/mount.tsx'
import { fetchRevealCost } from '#web/lib/api-client.ts'
import { revealAll } from '#web/replica/revealed-contacts.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { BulkReveal } from './bulk-reveal.tsx'

vi.mock('#web/lib/api-client.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/lib/api-client.ts')>()),
  fetchRevealCost: vi.fn(),
}))
vi.mock('#web/lib/use-online.ts', () => ({ useOnline: () => true }))
vi.mock('#web/replica/revealed-contacts.ts', () => ({ revealAll: vi.fn() }))
vi.mock('#web/session/session.ts', () => ({ useCan: () => true }))
vi.mock('#web/ui/dialog.tsx', () => ({ Dialog: ({ footer }: { footer: ReactNode }) => footer }))
/** What presses do, by the words of the button. */
const { presses } = vi.hoisted(() => ({ presses: new Map<string, () => void>() }))
vi.mock('#web/ui/button.tsx', () => ({
  Button: ({ children, onClick }: { children: ReactNode; onClick(): void }) => {
    presses.set([children].flat().at(-1) as string, onClick)
    return null
  },
}))

/** Asks what the people cost, and reveals them. @param done of how many that worked. */
async function revealed(people: readonly string[], done: number): Promise<void> {
  toastStore.current = null
  presses.clear()
  vi.mocked(revealAll).mockReset().mockResolvedValue(done)
  vi.mocked(fetchRevealCost)
    .mockReset()
    .mockResolvedValue({ people: people.length, remaining: { today: 2 } })
  const bulk = await mount(<BulkReveal people={people} />)
  await act(async () => presses.get('Reveal')?.())
  await act(async () => presses.get('Reveal 2')?.())
  await bulk.unmount()
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

it('takes the first 500 of the people', async () => {
  const people = Array.from({ length: 501 }, (_, index) => `person ${index}`)
  await revealed(people, 500)
  expect(fetchRevealCost).toHaveBeenCalledExactlyOnceWith(people.slice(0, 500))
  expect(revealAll).toHaveBeenCalledExactlyOnceWith(people.slice(0, 500))
})
