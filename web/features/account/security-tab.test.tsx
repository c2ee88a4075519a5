import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SecurityTab } from './security-tab.tsx'

vi.mock('./take-out/your-data.tsx', () => ({ YourData: () => null }))
const { devices } = vi.hoisted(() => ({
  devices: { current: 'a token', sessions: [] as object[] },
}))
vi.mock('#web/lib/use-remote.ts', () => ({
  useRemote: () => ({ value: devices, hasFailed: false, reload: () => undefined }),
}))

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 23, 15), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it('says of each device when it was last used, but of the one in use that it is this one', () => {
  const used = { createdAt: new Date(2026, 9, 1), updatedAt: new Date(2026, 10, 20) }
  devices.sessions = ['a token', 'another'].map((token) => ({ id: token, token, ...used }))
  const [, ...rows] = renderToStaticMarkup(<SecurityTab isDemo onDeleted={() => undefined} />)
    .replaceAll('<li', '\n$&')
    .replaceAll(/<[^>]+>/g, ' ')
    .split('\n')
  expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
    'A browser This device',
    'A browser Last used 3 days ago Sign out',
  ])
})
