import { expect, it } from 'vitest'
import { checkSignUp } from './sign-up-rules.ts'

const DRAFT = {
  email: 'ada@example.com',
  password: 'secret',
  confirmation: 'secret',
  source: '',
  hasAcceptedTerms: true,
}

it('AUTH-04 lets six characters pass, and five not', () => {
  expect(checkSignUp(DRAFT)).toEqual({})
  expect(checkSignUp({ ...DRAFT, password: 'secre', confirmation: 'secre' })).toEqual({
    password: 'Password must be at least 6 characters long.',
  })
})

it('AUTH-02 AUTH-03 asks for equal passwords and accepted terms', () => {
  expect(checkSignUp({ ...DRAFT, confirmation: 'Secret', hasAcceptedTerms: false })).toEqual({
    confirmation: 'Passwords do not match.',
    hasAcceptedTerms: 'You must accept the terms and conditions.',
  })
})

it('AUTH-05 refuses what is no address', () => {
  for (const email of [
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a da@example.com',
    'a@b..c',
  ]) {
    expect(checkSignUp({ ...DRAFT, email })).toEqual({
      email: 'Please enter a valid email address.',
    })
  }
})
