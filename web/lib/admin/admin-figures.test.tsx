import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Figures } from './admin-figures.tsx'

const shown = (statistics: Parameters<typeof Figures>[0]['statistics']) =>
  [
    ...renderToStaticMarkup(<Figures statistics={statistics} />).matchAll(
      /<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g,
    ),
  ].map(([, label, figure]) => `${label}: ${figure}`)

it('ADMIN-08 each count has its label, and is a dash until it is known', () => {
  const counts = { total_users: 1234, active_subscriptions: 56, paid_subscriptions: 7 }
  expect(shown({ ...counts, total_exports: 89 })).toEqual([
    ...['Total users: 1,234', 'Active subscriptions: 56'],
    ...['Paid subscriptions: 7', 'Total exports: 89'],
  ])
  expect(shown(undefined)).toContain('Total users: –')
})
