import { expect, it } from 'vitest'
import { partsOf } from './text-parts.ts'

const parts = (text: string) =>
  partsOf(text).map((part) =>
    part.type === 'word'
      ? `${part.isExcluded ? '-' : ''}${part.word}`
      : `${part.isExcluded ? '-' : ''}${part.type} ${part.field ?? ''}<${part.value}>`,
  )

it.each([
  ['M.D., Ph.D. & R.N', ['md', 'phd', 'rn']],
  ['PA-C ob/gyn L&D', ['pa', 'c', 'ob', 'gyn', 'l', 'd']],
  ["O'Brien-Núñez", ['obrien', 'nunez']],
  ['St. Louis', ['st', 'louis']],
  ['nurse -pediatric', ['nurse', '-pediatric']],
  ['"wound care" -"night shift"', ['quoted <wound care>', '-quoted <night shift>']],
  ['state:PA city:"new york", x', ['explicit state<PA>', 'explicit city<new york>', 'x']],
  ['-state:PA', ['-explicit state<PA>']],
  ['“curly quotes”', ['quoted <curly quotes>']],
  ['color:red', ['color', 'red']],
  ['a@b.org (555) 123-4567', ['contact <a@b.org>', 'contact <(555) 123-4567>']],
  ['5\'10" tall', ['510', 'tall']],
  ['- - - "" ?', []],
])('%s has the parts %j', (text, expected) => {
  expect(parts(text)).toEqual(expected)
})

it('says where each part stands', () => {
  const text = ' Dr. Nuñez,  M.D. city:"New York"'
  expect(partsOf(text).map(({ from, to }) => text.slice(from, to))).toEqual([
    'Dr',
    'Nuñez',
    'M.D.',
    'city:"New York"',
  ])
})
