import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { parseSearchParams } from '#api/contract/search-params.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { PreviewSummary } from './preview-summary.tsx'
import type { PreviewedSearch } from './use-search-preview.ts'

const params = parseSearchParams({ query: 'cardiologist texas' })

function shown(previewed: Partial<PreviewedSearch> | null, of = params): string {
  const whole = previewed && { filters: of.filters, preview: null, error: null, ...previewed }
  const page = renderToStaticMarkup(<PreviewSummary params={of} previewed={whole} />)
  return page.replace(/<[^>]+>/g, '')
}

it('GATE-03 says how many match, and of few only that they are few', () => {
  expect(shown({ preview: { count: 1204, isFewerThan50: false } })).toBe('1,204 people match')
  expect(shown({ preview: { count: null, isFewerThan50: true } })).toBe(
    'Fewer than 50 people match',
  )
})

it('says what has to be said of the text, and why nobody is counted', () => {
  const notice = 'Contacts cannot be searched.'
  expect(shown({ preview: { count: 60, isFewerThan50: false, notice } })).toBe(
    `60 people match${notice}`,
  )
  expect(shown({ error: new ApiError('rate_limited', 'Too many.') })).toBe(
    'Counting pauses for a few minutes: your network has asked a lot',
  )
  expect(shown({ error: new ApiError('internal_error', 'Oh.') })).toBe(
    'How many match cannot be said right now',
  )
})

it('says nothing before it is known, or where nothing is asked', () => {
  expect(shown(null)).toBe('')
  expect(shown(null, parseSearchParams({}))).toBe('')
})
