import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inOrder, SecurityTab } from './security-tab.tsx'

vi.mock('./take-out/your-data.tsx', () => ({ YourData: () => null }))
const { devices } = vi.hoisted(() => ({
  devices: { current: 'a token', sessions: [] as object[] },
}))
vi.mock('#web/lib/hooks/use-remote.ts', () => ({
  useRemote: () => ({ value: devices, failure: null, reload: () => undefined }),
}))

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 23, 15), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it('says of each device when and from where it signed in and was used, and which one this is', () => {
  const used = { createdAt: new Date(2026, 9, 1, 9, 5), updatedAt: new Date(2026, 10, 20) }
  devices.sessions = [
    { id: '1', token: 'a token', ipAddress: '203.0.113.7', ...used },
    { id: '2', token: 'another', ipAddress: null, ...used },
  ]
  const [, ...rows] = renderToStaticMarkup(<SecurityTab isDemo onDeleted={() => undefined} />)
    .replaceAll('<li', '\n$&')
    .replaceAll(/<[^>]+>/g, ' ')
    .split('\n')
  expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
    'A browser This device Signed in Oct 1, 2026, 9:05 AM from 203.0.113.7',
    'A browser Signed in Oct 1, 2026, 9:05 AM Last used 3 days ago Sign out',
  ])
})

it('lists this device first, then the others from the latest sign-in to the earliest', () => {
  const sessions = ['2026-11-20', '2026-11-22', '2026-10-01', '2026-11-21'].map((createdAt) => ({
    ...{ id: createdAt, token: createdAt, createdAt, updatedAt: '2026-11-23' },
  }))
  expect(inOrder(sessions, '2026-10-01').map(({ id }) => id)).toEqual([
    ...['2026-10-01', '2026-11-22', '2026-11-21', '2026-11-20'],
  ])
})
