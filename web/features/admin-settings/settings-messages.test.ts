import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { MAY_BE_DONE } from '#web/lib/error-messages.ts'
import { fileError, settingError } from './settings-messages.ts'

it('SITE-10 a file whose type does not begin with image/ is not sent', () => {
  const error = { title: 'Invalid file type', description: 'Please select an image file.' }
  for (const type of ['', 'text/plain', 'application/image/png', 'video/mp4']) {
    expect(fileError({ type, size: 1 })).toEqual(error)
  }
  for (const type of ['image/png', 'IMAGE/PNG', 'image/svg+xml', 'image/x-icon']) {
    expect(fileError({ type, size: 1 })).toBeNull()
  }
})

it('SITE-11 a file over 5242880 bytes is not sent, one of exactly so many is', () => {
  expect(fileError({ type: 'image/png', size: 5_242_880 })).toBeNull()
  expect(fileError({ type: 'image/png', size: 5_242_881 })).toEqual({
    title: 'File too large',
    description: 'Please select an image smaller than 5MB.',
  })
})

it('SITE-01 SITE-08 SITE-13 SITE-14 says what failed, and why', () => {
  const error = new ApiError('changed_elsewhere', 'a@b.example saved this setting before you.')
  const title = (did: Parameters<typeof settingError>[1]) => settingError(error, did).title
  expect(title('load')).toBe('Failed to load settings')
  expect(title('save')).toBe('Save failed')
  expect(title('upload')).toBe('Upload failed')
  expect(title('remove')).toBe('Delete failed')
  expect(settingError(error, 'save').description).toBe('a@b.example saved this setting before you.')
})

it('SITE-10 SITE-11 a file that the server finds out is told in the same words', () => {
  const data = { reason: 'not_an_image' }
  const noImage = new ApiError('invalid_input', 'Please select an image file: PNG.', { data })
  expect(settingError(noImage, 'upload')).toEqual({
    title: 'Invalid file type',
    description: 'Please select an image file: PNG.',
  })
  const tooLarge = new ApiError('too_large', 'The request is too large.')
  expect(settingError(tooLarge, 'upload').title).toBe('File too large')
})

it.each(['unreachable', 'timeout'] as const)(
  'a change whose answer was lost (%s) may have been made',
  (code) => {
    const lost = new ApiError(code, 'The directory could not be reached.')
    expect(settingError(lost, 'save')).toEqual({ title: 'Save failed', description: MAY_BE_DONE })
    expect(settingError(lost, 'load').description).toBe(lost.message)
  },
)
