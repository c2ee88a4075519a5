import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { TeamDevice } from '#api/contract/teams.ts'
import { MemberDevices } from './member-devices.tsx'

const DEVICE = {
  member_id: 'ben',
  name: 'Chrome on Linux',
  last_seen_at: '2026-11-20T12:00:00Z',
  lease_ends_at: '2026-11-27T12:00:00Z',
} as TeamDevice

const shown = (devices: readonly TeamDevice[] | undefined, ended_at: Date | null = null) =>
  renderToStaticMarkup(<MemberDevices member={{ id: 'ben', ended_at }} devices={devices} />)

it('a member has a line for a device before the devices are known, and keeps it without one', () => {
  const line = /^<p class="min-h-7 [^"]*">(.*)<\/p>$/
  expect(line.exec(shown(undefined))?.[1]).toBe('')
  expect(line.exec(shown([]))?.[1]).toBe('No device with the team’s rows')
  expect(line.exec(shown([{ ...DEVICE, member_id: 'ana' }]))?.[1]).toBe(
    'No device with the team’s rows',
  )
  expect(shown([DEVICE])).toMatch(/<li.*Chrome on Linux: /)
})

it('a former member has no line without a device', () => {
  expect(shown(undefined, new Date())).toBe('')
  expect(shown([], new Date())).toBe('')
})
