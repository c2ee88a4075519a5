import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { ReadFailed } from './read-failed.tsx'

vi.mock('#web/lib/hooks/use-online.ts', () => ({ useOnline: vi.fn() }))

const MESSAGE = { title: 'It could not be read', description: 'Please try again.' }

function shown(isOnline: boolean): string {
  vi.mocked(useOnline).mockReturnValue(isOnline)
  return renderToStaticMarkup(<ReadFailed message={MESSAGE} onRetry={() => undefined} />)
}

it('the network is named as the cause where there is none, and nothing to try', () => {
  expect(shown(false)).toContain('You are offline. This is read from the server.')
  expect(shown(false)).not.toMatch(/could not be read|Try again/)
  expect(shown(true)).toMatch(/It could not be read.*Please try again\..*Try again/)
})
