import { expect, it } from 'vitest'
import { AppError, type ErrorCode } from '#sync/contract/errors.ts'
import { MOVE_FAILED, memberWorkError, saveListError } from './list-messages.ts'

it.each<[ErrorCode, string]>([
  ['moved', 'It was moved to a team meanwhile.'],
  ['gone', 'It was deleted on another device meanwhile.'],
  ['authentication_required', 'User not authenticated.'],
  ['internal_error', 'The disk is full.'],
])('a list that is not changed says why: %s', (code, description) => {
  const error = new AppError(code, 'The disk is full.')
  expect(saveListError(error)).toEqual({ title: 'The list was not saved', description })
  expect(memberWorkError(MOVE_FAILED)(error)).toEqual({ title: MOVE_FAILED, description })
})
