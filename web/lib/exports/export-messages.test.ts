import { expect, it } from 'vitest'
import { formatClock } from '#web/lib/format-time.ts'
import {
  exportErrorMessage,
  exportOverAllowance,
  exportSuccess,
  exportTakes,
} from './export-messages.ts'

const resetsAt = '2026-08-05T00:00:00.000Z'

it('EXPORT-04 says how many people were exported, and what is left where contacts went', () => {
  expect(exportSuccess({ count: 1200, leftOut: 0, contacts: 0, contactsLeft: 300 })).toEqual({
    title: 'Export Successful',
    description: '1,200 people exported.',
  })
  expect(exportSuccess({ count: 1, leftOut: 2, contacts: 1, contactsLeft: 9999 }).description).toBe(
    '1 person exported. 2 people left out: do not contact. You can export the contacts of 9,999 more today.',
  )
})

it('says before an export what it takes', () => {
  expect(exportTakes({ people: 0, left: 10_000 })).toBe(
    'No contacts in this file: today’s 10,000 stay.',
  )
  expect(exportTakes({ people: 112, left: 9888 })).toBe(
    'This file takes the contacts of 112 people. You have 9,888 left today.',
  )
})

it('says of a refused one why, until when, and what goes', () => {
  const clock = formatClock(resetsAt)
  expect(exportOverAllowance({ people: 1200, left: 300, resetsAt })).toBe(
    `This file would take the contacts of 1,200 people, and 300 are left until ${clock}. Export it without contacts, or pick fewer people.`,
  )
  expect(
    exportErrorMessage({
      code: 'budget_spent',
      message: 'x',
      data: { people: 1, left: 0, resetsAt },
    }),
  ).toEqual({
    title: 'Export Failed',
    description: `This file would take the contacts of 1 person, and none are left until ${clock}. Export it without contacts, or pick fewer people.`,
  })
})

it('EXPORT-05 a failure is told in general words, or in the server’s where those help', () => {
  const words = (code: Parameters<typeof exportErrorMessage>[0]['code']) =>
    exportErrorMessage({ code, message: 'In the server’s words.', data: undefined })
  for (const code of ['rate_limited', 'too_large', 'not_found'] as const) {
    expect(words(code)).toEqual({ title: 'Export Failed', description: 'In the server’s words.' })
  }
  expect(words('malformed_answer')).toEqual({
    title: 'Export Failed',
    description: 'No data was returned from the export function',
  })
  expect(words('offline')).toEqual({
    title: 'Export Failed',
    description: 'You are offline. Try again once you are connected.',
  })
  expect(words('internal_error')).toEqual({
    title: 'Export Failed',
    description: 'Failed to generate export data',
  })
})
