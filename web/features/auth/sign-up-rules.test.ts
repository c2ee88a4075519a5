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

it('takes a password of 128 characters, and none that the server would refuse as longer', () => {
  const of = (length: number) => ({
    password: 'x'.repeat(length),
    confirmation: 'x'.repeat(length),
  })
  expect(checkSignUp({ ...DRAFT, ...of(128) })).toEqual({})
  expect(checkSignUp({ ...DRAFT, ...of(129) })).toEqual({
    password: 'Password must be at most 128 characters long.',
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
    `${'a'.repeat(243)}@example.com`,
  ]) {
    expect(checkSignUp({ ...DRAFT, email })).toEqual({
      email: 'Please enter a valid email address.',
    })
  }
})
