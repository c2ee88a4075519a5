import { expect, it } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import { IN_THE_FILE, previewTable } from './preview-rows.ts'

const PERSON = {
  id: 'p1',
  first_name: 'Ada',
  last_name: 'Quill',
  skills: ['Triage', 'Telemetry'],
  contacts: [{ kind: 'phone', verified_at: '2026-01-31T00:00:00Z' }],
} as unknown as Candidate

const KEYS = ['last_name', 'phone', 'phone_verified', 'work_email', 'skills']

it('shows what the file will hold, in its order', () => {
  const revealed = {
    p1: [
      {
        kind: 'phone',
        value: '+15550100',
        source: 'synthetic',
        verified_at: '2026-01-31T00:00:00Z',
      },
    ],
  } as const
  expect(previewTable([PERSON], KEYS, revealed)).toEqual({
    headers: ['Last name', 'Mobile phone', 'Mobile phone verified', 'Work email', 'Skills'],
    rows: [{ id: 'p1', cells: ['Quill', '+15550100', '2026-01-31', '', 'Triage, Telemetry'] }],
  })
})

it('REVEAL-01 has no value of a contact that was not revealed here', () => {
  const [row] = previewTable([PERSON], KEYS, {}).rows
  expect(row?.cells).toEqual(['Quill', IN_THE_FILE, '2026-01-31', '', 'Triage, Telemetry'])
})
