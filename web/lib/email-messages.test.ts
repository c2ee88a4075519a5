import { describe, expect, it } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { ApiError } from './api-client.ts'
import { deleteTemplateError, generationError, saveTemplateError } from './email-messages.ts'

describe('a failed generation', () => {
  it.each([
    [new ApiError('internal_error', 'Hidden.'), 'Failed to generate email. Please try again.'],
    [new ApiError('unreachable', 'Gone.'), 'Failed to generate email. Please try again.'],
    [
      new ApiError('ai_not_configured', 'x'),
      'AI service is not properly configured. Please contact support.',
    ],
    [new ApiError('ai_failed', 'The AI service is busy.'), 'The AI service is busy.'],
    [new ApiError('rate_limited', 'Try again in 12 s.'), 'Try again in 12 s.'],
    [
      new ApiError('invalid_input', 'jobTitle: Job title and description are required'),
      'Please fill in both job title and description',
    ],
    [new ApiError('invalid_input', 'tone: wrong'), 'Failed to generate email. Please try again.'],
    [new ApiError('malformed_answer', 'x'), 'Invalid response format from AI service'],
    [new ApiError('offline', 'x'), 'There is no network connection. What you wrote stays here.'],
  ])('EMAIL-08 EMAIL-09 EMAIL-10 says why: %s', (error, description) => {
    expect(generationError(error, true)).toEqual({ title: 'Generation Failed', description })
  })

  it.each([
    [true, 'You are signed out. Log in again: what you wrote is kept on this device.'],
    [false, 'You are signed out. Log in again.'],
  ])('after the session’s end; what was written is kept: %s', (isKept, description) => {
    const error = new ApiError('authentication_required', 'x')
    expect(generationError(error, isKept).description).toBe(description)
  })
})

it('EMAIL-14 EMAIL-17 a template that could not be kept or deleted is said to be so, and why', () => {
  expect(saveTemplateError(new AppError('forbidden', 'Not yours.'))).toEqual({
    title: 'Save Failed',
    description: 'Not yours.',
  })
  expect(deleteTemplateError(new AppError('changed_elsewhere', 'x'))).toEqual({
    title: 'Delete Failed',
    description: 'It was changed on another device meanwhile.',
  })
})
