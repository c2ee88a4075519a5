import { beforeEach, expect, it } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import {
  type ContactReport,
  contactReports,
  followReports,
  isHidden,
  showWhileTold,
} from './contact-reports.ts'

const PHONE = { candidate_id: 'ann', kind: 'phone', value_id: 7 } as const
const REPORT: ContactReport = { ...PHONE, reason: 'left', state: 'received' }

beforeEach(() => followReports([]))

it('hides the reported value, and no other of the person', () => {
  followReports([REPORT])
  expect(isHidden('ann', PHONE)).toBe(true)
  expect(isHidden('ann', { ...PHONE, value_id: 8 })).toBe(false)
  expect(isHidden('ann', { ...PHONE, kind: 'direct_phone' })).toBe(false)
  expect(isHidden('ben', PHONE)).toBe(false)
  // Revealed with an older release: nobody knows which value it was.
  expect(isHidden('ann', { kind: 'phone' })).toBe(false)
})

it.each([
  ['received', true],
  ['disputed', true],
  ['replaced', false],
  ['checked', false],
] as const)('a report that is %s hides its value: %s', (state, hides) => {
  followReports([{ ...REPORT, state }])
  expect(isHidden('ann', PHONE)).toBe(hides)
})

it('hides at once, while the device is told, and after', async () => {
  let done = () => {}
  const telling = showWhileTold(PHONE, REPORT, () => new Promise<void>((end) => (done = end)))
  expect(isHidden('ann', PHONE)).toBe(true)
  // The device's rows of before arrive late.
  followReports([])
  expect(isHidden('ann', PHONE)).toBe(true)
  done()
  await telling
  expect(isHidden('ann', PHONE)).toBe(true)
  await showWhileTold(PHONE, null, async () => undefined)
  expect(contactReports.byPerson).toEqual({})
})

it('shows everything as before when the report is refused', async () => {
  const refused = new AppError('quota_reached', 'There can be 50 of these and no more.')
  await expect(showWhileTold(PHONE, REPORT, () => Promise.reject(refused))).rejects.toBe(refused)
  expect(isHidden('ann', PHONE)).toBe(false)
})
