import { expect, it } from 'vitest'
import { checkContact } from './contact-rules.ts'

const JUST_ENOUGH = { name: 'Jo', email: 'jo@example.com', subject: 'Hello', message: 'Ten chars.' }

it('PAGES-09 lets exactly 2, 5 and 10 characters pass', () => {
  expect(checkContact(JUST_ENOUGH)).toEqual({})
})

it.each([
  [{ name: ' J ' }, { name: 'Name must be at least 2 characters.' }],
  [{ email: 'jo@example' }, { email: 'Please enter a valid email address.' }],
  [{ subject: 'Four' }, { subject: 'Subject must be at least 5 characters.' }],
  [{ name: '\u200b\u200bJ' }, { name: 'Name must be at least 2 characters.' }],
  [{ message: 'Nine char ' }, { message: 'Message must be at least 10 characters.' }],
])('PAGES-09 says what %o lacks', (change, errors) => {
  expect(checkContact({ ...JUST_ENOUGH, ...change })).toEqual(errors)
})
