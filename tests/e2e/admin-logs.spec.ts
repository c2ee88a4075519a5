import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page, test } from 'playwright/test'
import { signInAs, VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'

// A browser in another time zone.
test.use({ storageState: VISITOR, timezoneId: 'Asia/Tokyo' })

/** A unique message. */
const newMessage = () => `Broken by ${randomUUID()}`

/** As a browser reports it, from a network address of its own. */
async function report(request: APIRequestContext, data: object): Promise<void> {
  const octet = () => Math.floor(Math.random() * 254) + 1
  const headers = { 'X-Forwarded-For': `10.${octet()}.${octet()}.${octet()}` }
  const answer = await request.post('/api/search-errors', {
    ...{ headers, data: { error_type: 'other', edge_function_name: 'search', ...data } },
  })
  expect(answer.status()).toBe(204)
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('LOGS-01 LOGS-03 LOGS-04 LOGS-06 LOGS-12 LOGS-17 NAV-12 an error that a visitor met is listed, by range and type', async ({
  browser,
  page,
  baseURL,
}) => {
  const visitor = await (await browser.newContext({ storageState: VISITOR })).newPage()
  const message = newMessage()
  await report(visitor.request, { error_type: 'edge_error', error_message: message })
  await signInAs(page, 'admin')
  await page.goto('/search')
  await page.getByRole('navigation', { name: 'Administration' }).getByText('Logs').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Search Error Logs' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Time', 'User', 'Error Type', 'Function', 'Response Time', 'Message', 'Actions'],
  ])
  for (const card of ['Total Errors', 'Unique Users', 'Avg Response Time', 'Most Common Type']) {
    await expect(page.getByText(card, { exact: true })).toBeVisible()
  }
  const entry = row(page, message)
  await expect(entry).toContainText('Anonymous')
  await expect(entry.getByText('edge_error')).toHaveAttribute('data-variant', 'destructive')
  const range = page.getByRole('combobox', { name: 'Time range' })
  await expect(range.getByRole('option')).toHaveText([
    ...['Last Hour', 'Last 24 Hours', 'Last 7 Days', 'Last 30 Days'],
  ])
  await expect(range).toHaveValue('24h')
  const type = page.getByRole('combobox', { name: 'Error type' })
  await expect(type.getByRole('option')).toHaveText([
    ...['All types', 'timeout', 'database_error', 'edge_error', 'function_error', 'other'],
  ])

  const asked = (query: string) =>
    page.waitForResponse(`${baseURL}/api/admin/search-errors?${query}`)
  let answer = asked('range=1h')
  await range.selectOption('Last Hour')
  await answer
  await expect(page).toHaveURL(/range=1h/)
  answer = asked('range=1h&type=timeout')
  await type.selectOption('timeout')
  await answer
  await expect(entry).toBeHidden()
  answer = asked('range=1h&type=edge_error')
  await type.selectOption('edge_error')
  await answer
  await expect(entry).toBeVisible()

  const second = newMessage()
  await report(visitor.request, { error_type: 'edge_error', error_message: second })
  answer = asked('range=1h&type=edge_error')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await answer
  await expect(row(page, second)).toBeVisible()
  await visitor.context().close()
})

test('LOGS-10 LOGS-13 the details are all there, in the time of Los Angeles, and the search runs again', {
  tag: '@slow',
}, async ({ page, baseURL }) => {
  await signInAs(page, 'admin')
  const message = newMessage()
  const filters = { organization: ['Larkspur Heart Institute'] }
  const url = `${baseURL}/search?organization=Larkspur+Heart+Institute`
  await report(page.request, {
    ...{ error_type: 'timeout', error_message: message, response_time_ms: 2345 },
    ...{ search_query: 'larkspur', search_url: url, search_filters: filters },
    user_agent: 'An odd browser',
  })
  await page.goto('/admin-logs')
  const at = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    hour12: true,
    timeZone: 'America/Los_Angeles',
  }).format(new Date())
  await expect(row(page, message).locator('time')).toContainText(at)
  await expect(row(page, message).locator('time')).toContainText(/\d:\d\d:\d\d [AP]M$/)
  await expect(row(page, message)).toContainText('2.3s')
  await row(page, message)
    .getByRole('button', { name: /^View details/ })
    .click()
  const details = page.getByRole('dialog', { name: 'Error details' })
  for (const [label, value] of [
    ['Occurred at', at],
    ['Error type', 'timeout'],
    ['User email', 'admin@clinidex.test'],
    ['IP address', '10.'],
    ['Edge function', 'search'],
    ['Response time', '2.3s'],
    ['Search query', 'larkspur'],
    ['Search URL', url],
    ['Error message', message],
    ['Search filters', JSON.stringify(filters, null, 2)],
    ['User agent', 'An odd browser'],
  ] as const) {
    await expect(details.getByText(label, { exact: true })).toBeVisible()
    await expect(details.getByText(value).first()).toBeVisible()
  }
  const link = details.getByRole('link', { name: 'Open in new tab' })
  await expect(link).toHaveAttribute('href', url)
  await expect(link).toHaveAttribute('target', '_blank')
  await details.getByRole('button', { name: 'Run again' }).click()
  await expect(details.getByRole('row', { name: /^Then/ })).toContainText(message)
  await expect(details.getByRole('row', { name: /^Now/ })).toContainText('2 people found')
})

test('LOGS-14 LOGS-15 LOGS-16 an entry is deleted by one call, or stays and says so', {
  tag: '@slow',
}, async ({ page }) => {
  const message = newMessage()
  await report(page.request, { error_message: message })
  await signInAs(page, 'admin')
  await page.goto('/admin-logs')
  const remove = row(page, message).getByRole('button', { name: /^Delete/ })
  let deletions = 0
  await page.route('**/api/admin/search-errors/*', (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    deletions += 1
    return route.abort()
  })
  await remove.click()
  await expect(page.getByText('Failed to delete log')).toBeVisible()
  expect(deletions).toBe(1)
  await expect(row(page, message)).toBeVisible()
  await page.unroute('**/api/admin/search-errors/*')
  await remove.click()
  await expect(page.getByText('Log deleted')).toBeVisible()
  await expect(row(page, message)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Entries' })).toBeVisible()
  await expect(row(page, message)).toBeHidden()
})

test('LOGS-07 LOGS-08 LOGS-09 says that it loads, that there is nothing, and that it failed', async ({
  page,
}) => {
  await signInAs(page, 'admin')
  const list = /\/api\/admin\/search-errors\?/
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(list, async (route) => {
    await held
    await route.fulfill({ json: { data: [] } })
  })
  // The statistics fail silently, and the table shows all the same.
  await page.route('**/search-errors/statistics?*', (route) => route.abort())
  await page.goto('/admin-logs')
  await expect(page.getByText('Loading logs...')).toBeVisible()
  answer()
  await expect(page.getByText('No error logs found for the selected filters')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0)
  await page.unroute(list)
  await page.route(list, (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert').getByText('Failed to load logs')).toBeVisible()
})

test('what fails is one line for all users, is resolved, and opens again when it comes back', async ({
  page,
}) => {
  const error_code = `code-${randomUUID().slice(0, 8)}`
  const send = (city: string) =>
    report(page.request, { error_code, search_filters: { city: [city] }, error_message: city })
  await send('Reno')
  await send('Austin')
  await signInAs(page, 'admin')
  await page.goto('/admin-logs')
  const group = page.getByRole('listitem', { name: `search other ${error_code}` })
  await expect(group).toContainText('2 events, 2 people')
  await expect(group).toContainText('With city')
  await expect(group.getByRole('img', { name: /^Last 24 hours: 2 events/ })).toBeVisible()
  await group.getByRole('button', { name: /^Entries/ }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page).toHaveURL(/group=[0-9a-f]{32}/)
  await group.getByRole('button', { name: /^Resolve/ }).click()
  await expect(group).toBeHidden()
  // The button that was pressed is gone; the next Tab begins where it was.
  await expect(page.getByRole('region', { name: 'What fails' })).toBeFocused()
  await page.getByRole('checkbox', { name: /^Show resolved and ignored/ }).check()
  await expect(group).toContainText('Resolved')
  await send('Boise')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(group).toContainText('Reopened')
  await group.getByRole('button', { name: /^Ignore/ }).click()
  await expect(group).toContainText('Ignored')
  await group.getByRole('button', { name: /^Open .* again/ }).click()
  await expect(group).toContainText('Open')
})

test('nothing on the logs breaks a rule of axe, in light and dark', { tag: '@slow' }, async ({
  page,
}) => {
  test.slow()
  const message = newMessage()
  for (const error_type of ['timeout', 'database_error', 'other']) {
    await report(page.request, { error_type, error_message: message, search_filters: {} })
  }
  await signInAs(page, 'admin')
  await page.goto('/admin-logs')
  await expect(row(page, message).first()).toBeVisible()
  await expectAccessible(page)
  await row(page, message)
    .first()
    .getByRole('button', { name: /^View details/ })
    .click()
  const details = page.getByRole('dialog', { name: 'Error details' })
  await details.getByRole('button', { name: 'Run again' }).click()
  await expect(details.getByRole('row', { name: /^Now/ })).toBeVisible()
  await expectAccessible(page)
})

test('NAV-15 NAV-26 the menu leads to accounts, resumes and logs, and the dashboard to the settings', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/search')
  for (const [name, path] of [
    ['Users', '/users'],
    ['Resume Approval', '/resume-approval'],
    ['Logs', '/admin-logs'],
  ] as const) {
    await page.getByRole('banner').getByRole('button', { name: 'Admin' }).click()
    await expect(page.getByRole('menuitem', { name: 'Website Settings' })).toHaveCount(0)
    await page.getByRole('menuitem', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  await page.goto('/admin-dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Website Settings' }).click()
  await expect(page).toHaveURL(/\/admin-settings$/)
})
