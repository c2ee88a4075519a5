// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fetchStatistics } from '#web/lib/admin/admin-statistics-client.ts'
import { DashboardScreen } from './dashboard-screen.tsx'

vi.mock('@tanstack/react-router', () => ({ Link: () => null }))
vi.mock('#web/lib/admin/admin-statistics-client.ts', () => ({ fetchStatistics: vi.fn() }))
const { table } = vi.hoisted(() => ({ table: { onDecided: () => undefined } }))
vi.mock('./submission-table.tsx', () => ({
  SubmissionTable: ({ onDecided }: typeof table) => {
    table.onDecided = onDecided
    return null
  },
}))

afterEach(cleanup)

const figures = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

it('ADMIN-08 the figures are counted again after a decision', async () => {
  const counted = { active_subscriptions: 3, paid_subscriptions: 2, total_exports: 1204 }
  vi.mocked(fetchStatistics).mockResolvedValueOnce({ ...counted, total_users: 5 })
  await act(async () => render(<DashboardScreen>{null}</DashboardScreen>))
  expect(figures()).toEqual(['5', '3', '2', '1,204'])
  vi.mocked(fetchStatistics).mockResolvedValueOnce({ ...counted, total_users: 6 })
  await act(async () => table.onDecided())
  expect(figures()).toEqual(['6', '3', '2', '1,204'])
})
