import { expect, it } from 'vitest'
import { fillPlaceholders, openPlaceholders } from './placeholders.ts'

const ANA = {
  id: 'a',
  first_name: 'Ana $& {city}',
  middle_name: null,
  last_name: 'Quill',
  title: 'null',
  specialty: 'Cardiology',
  organization: null,
  city: 'Tulsa',
  state: 'OK',
}

it('a template speaks of its reader; what the directory does not know stays to be filled in', () => {
  expect(fillPlaceholders('Hi {first_name}, {specialty} in {city}?', ANA)).toBe(
    'Hi Ana $& {city}, Cardiology in Tulsa?',
  )
  const text = fillPlaceholders('{title} at {organization}, {organization} {id} {nothing}', ANA)
  expect(text).toBe('{title} at {organization}, {organization} {id} {nothing}')
  expect(openPlaceholders(text)).toEqual(['{title}', '{organization}'])
  expect(openPlaceholders('Hi Ana')).toEqual([])
})
