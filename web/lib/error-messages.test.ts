import { describe, expect, it } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { addToListError, saveListError } from '#web/lib/lists/list-messages.ts'
import { saveSearchError } from '#web/lib/searches/saved-search-messages.ts'
import { rejectionReason } from '#web/replica/sync-messages.ts'
import { ApiError } from './api-client.ts'
import { saveTemplateError } from './email-messages.ts'
import {
  copyErrorMessage,
  quotaReason,
  revealErrorMessage,
  searchErrorMessage,
  searchErrorToast,
  selectAllErrorMessage,
  specialtyCountsGuidance,
  starErrorMessage,
} from './error-messages.ts'

const fault = new ApiError('internal_error', 'Something failed on our side.')

describe('a failed search', () => {
  it('SEARCH-08 names the failed call, or an answer that is not of the agreed form', () => {
    expect(searchErrorMessage(fault)).toBe('Optimized search failed: Something failed on our side.')
    expect(searchErrorMessage(new ApiError('malformed_answer', 'anything'))).toBe(
      'Optimized search returned unsuccessful response',
    )
  })

  it('SEARCH-07 adds the elapsed time in whole milliseconds', () => {
    expect(searchErrorToast(fault, 812.4)).toEqual({
      title: 'Search Error',
      description: 'Optimized search failed: Something failed on our side. (812ms)',
    })
  })
})

it('SEARCH-29 guides by the cause of missing specialty counts', () => {
  const guidance = (code: ApiError['code'], message: string) =>
    specialtyCountsGuidance(new ApiError(code, message))
  const slow =
    'Counting took too long. Use the specialty dropdown and state abbreviations for faster searches.'
  expect(guidance('timeout', 'no answer')).toBe(slow)
  expect(guidance('internal_error', 'Timeout of 8 s')).toBe(slow)
  expect(guidance('query_timed_out', 'Database timeout: the query took too long.')).toBe(
    'The database timed out while counting specialties (57014). The usual list is shown.',
  )
  expect(guidance('internal_error', 'function x does not exist')).toBe(
    'The database lacks its search optimizations, so the usual list is shown.',
  )
  const unconnected = 'There is a connection issue, so the usual list is shown without live counts.'
  expect(guidance('unreachable', 'gone')).toBe(unconnected)
  expect(guidance('offline', 'gone')).toBe(unconnected)
  expect(guidance('internal_error', 'Edge Function returned 500')).toBe(
    'Live counts are not available. A backup method shows the usual list.',
  )
})

it('SELECT-08 SELECT-09 says why everybody could not be selected', () => {
  expect(selectAllErrorMessage(new ApiError('authentication_required', ''))).toEqual({
    title: 'Authentication Required',
    description: 'Please log in to select all results',
  })
  expect(selectAllErrorMessage(new ApiError('subscription_required', ''))).toEqual({
    title: 'Subscription Required',
    description: 'You need a subscription to select candidates',
  })
  expect(selectAllErrorMessage(fault).title).toBe('Select All Error')
})

it('REVEAL-03 REVEAL-05 says why contacts stay hidden', () => {
  expect(revealErrorMessage(new ApiError('subscription_required', ''))).toEqual({
    title: 'Subscription required',
    description: 'You need an active subscription to view contact information',
  })
  expect(revealErrorMessage(fault)).toEqual({
    title: 'Failed to load contact information',
    description: 'Please try again later',
  })
  expect(revealErrorMessage(new ApiError('offline', ''))).toEqual({
    title: 'Failed to load contact information',
    description: 'You are offline. Try again once you are connected.',
  })
})

it('says that revealing was too fast, and when to try again', () => {
  const refused = new ApiError('rate_limited', 'Too many requests. Try again in 12 s.')
  expect(revealErrorMessage(refused)).toEqual({
    title: 'That was too fast',
    description: 'Too many requests. Try again in 12 s.',
  })
})

it('REVEAL-07 names what could not be copied', () => {
  expect(copyErrorMessage('phone').title).toBe('Failed to copy phone number')
  expect(copyErrorMessage('email')).toEqual({
    title: 'Failed to copy email',
    description: 'Please try again',
  })
})

describe('an account that owns as much as it may', () => {
  it.each([
    [
      'lists',
      1000,
      'You have 1,000 lists, the most there can be. A deleted one counts until it can be restored no more.',
    ],
    ['list_members', 10_000, 'One list holds up to 10,000 people. Put the rest on another list.'],
    [
      'listed_people',
      100_000,
      'Your lists hold 100,000 people in all, the most there can be. Take some off a list first; those of a deleted list count until it can be restored no more.',
    ],
    [
      'saved_candidates',
      20_000,
      'You have stars and notes on 20,000 people, the most there can be. Take some away first.',
    ],
    [
      'saved_searches',
      1000,
      'You have 1,000 saved searches, the most there can be. Delete one first.',
    ],
    ['watches', 200, 'You watch 200 saved searches, the most there can be. End one watch first.'],
    [
      'activities',
      100_000,
      'Your lists have a history of 100,000 steps, the most there can be. That of a list goes with it.',
    ],
    ['email_templates', 500, 'You have 500 templates, the most there can be. Delete one first.'],
  ])('is told of its %s what there is and where to go', (quota, max, sentence) => {
    const data = { quota, max }
    expect(quotaReason(data)).toBe(sentence)
    const error = new AppError('quota_reached', 'x', { data })
    expect(starErrorMessage(error).description).toBe(sentence)
    expect(saveListError(error).description).toBe(sentence)
    expect(addToListError(error).description).toBe(sentence)
    expect(saveTemplateError(error).description).toBe(sentence)
    expect(saveSearchError(error).description).toBe(sentence)
    // The sync panel keeps the mutation, with Retry, Discard and Save a copy.
    expect(rejectionReason(error)).toBe(`${sentence} What you made is still here.`)
  })
})
