import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LogCards } from './log-cards.tsx'

/** Each card's figure and label, as they stand in the page. */
function cards(statistics: Parameters<typeof LogCards>[0]['statistics']): string[] {
  const page = renderToStaticMarkup(<LogCards statistics={statistics} />)
  return [...page.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, label, figure]) => `${label}: ${figure}`,
  )
}

it('LOGS-02 each card has its own figure, and a dash until it is known', () => {
  const errors_by_type = { timeout: 1200, other: 34 }
  expect(
    cards({ total_errors: 1234, unique_users: 56, avg_response_time: 1501, errors_by_type }),
  ).toEqual([
    ...['Total Errors: 1,234', 'Unique Users: 56'],
    ...['Avg Response Time: 1.5s', 'Most Common Type: timeout'],
  ])
  expect(cards(undefined)).toEqual([
    ...['Total Errors: –', 'Unique Users: –', 'Avg Response Time: –', 'Most Common Type: –'],
  ])
})
