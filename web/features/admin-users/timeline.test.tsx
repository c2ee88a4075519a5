// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { TimelineEntry } from '#api/contract/admin-user-page.ts'
import { fetchTimeline } from './accounts-client.ts'
import { Timeline } from './timeline.tsx'

vi.mock('./accounts-client.ts')

afterEach(cleanup)

const entry = (id: string, changes: Partial<TimelineEntry>): TimelineEntry => ({
  ...{ id, at: '2026-12-01T10:00:00.000Z', action: 'user.ban', count: 1, details: {} },
  ...{ by: null, subject: null, network: null },
  ...changes,
})

it('says whom an administrator banned or deleted: nobody takes it for the account itself', async () => {
  const freed = { id: 'u1', name: 'free@agency.test' }
  vi.mocked(fetchTimeline).mockResolvedValue({
    entries: [
      entry('4', { subject: freed }),
      entry('3', {
        ...{ action: 'grant.create', subject: freed },
        details: { featureType: 'full_access', expiresAt: null },
      }),
      entry('2', { action: 'account.delete', subject: { id: 'u2', name: null } }),
      entry('1', { by: { id: 'chief', email: 'chief@hospital.test' } }),
    ],
    next: null,
  })
  render(<Timeline userId="admin" />)
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('p')?.textContent?.trim())).toEqual([
    'Banned: free@agency.test',
    'Access granted: free@agency.test, Full access',
    'Account deleted: u2',
    'Banned',
  ])
})
