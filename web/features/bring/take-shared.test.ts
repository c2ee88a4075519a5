import { expect, it } from 'vitest'
import { destinationOf } from './take-shared.ts'

const ORIGIN = 'https://app.example.com'

it.each([
  [`${ORIGIN}/physicians/7?from=mail`, '', { path: '/physicians/7?from=mail' }],
  [`Look: ${ORIGIN}/lists/7`, '', { path: '/lists/7' }],
  [`${ORIGIN}/..//evil.example`, 'Ana', { query: 'Ana' }],
  ['https://www.linkedin.com/in/ana-smith-md-4b1a2/', 'Ana | LinkedIn', { query: 'ana smith' }],
  ['https://www.linkedin.com/in/ana-sm%C3%ADth/', '', { query: 'ana smíth' }],
  ['https://www.linkedin.com/in/a%zz', '', { query: 'a%zz' }],
  ['https://evil-linkedin.com/in/ana-smith', 'Title', { query: 'Title' }],
  ['https://news.example.com/a', 'Nurses in Ohio', { query: 'Nurses in Ohio' }],
  ['https://news.example.com/a', '', { query: '' }],
  ['night nurse texas', '', { query: 'night nurse texas' }],
  ['javascript:alert(1)', '', { query: 'javascript:alert(1)' }],
])('%s, %s', (link, title, destination) => {
  expect(destinationOf({ link, title }, ORIGIN)).toEqual(destination)
})
