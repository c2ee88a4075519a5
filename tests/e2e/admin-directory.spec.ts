import { randomInt } from 'node:crypto'
import { expect, type Page, test } from 'playwright/test'
import { signInAs, VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'

test.use({ storageState: VISITOR })
// Only one import runs at a time, and the administrator has one upload.
test.describe.configure({ mode: 'serial' })

const MEGABYTE = 1024 * 1024
/** On a busy machine a process takes long to start and to read 20 MB. */
const CHECKED_MS = 120_000

/** A file of people with a unique last name. */
function listOf(
  count: number,
  { lastName = newName(), title = 'Physician', from = newNpi() } = {},
) {
  const rows = Array.from(
    { length: count },
    (_, i) => `${from + i},Ann,${lastName},${title},ann.${lastName}.${i}@example.com`,
  )
  const header = 'NPI,Contactfirstname,Contactlastname,Contacttitle,Contactemail'
  return { lastName, from, content: `${[header, ...rows].join('\n')}\n` }
}
const newName = () =>
  `Z${randomInt(36 ** 6)
    .toString(36)
    .replace(/\d/g, 'q')}`
const newNpi = () => 1_000_000_000 + randomInt(800_000) * 1_000

const file = (name: string, content: string | Buffer) => ({
  ...{ name, mimeType: 'text/csv', buffer: Buffer.from(content) },
})
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function openDirectory(page: Page): Promise<void> {
  await page.goto('/admin-directory')
  await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row').nth(1)).toBeVisible()
}

async function choose(page: Page, kind: string, chosen: ReturnType<typeof file>): Promise<void> {
  await page.getByLabel('Kind of file').selectOption(kind)
  await page.getByLabel('Choose a file').setInputFiles(chosen)
}

test('an administrator uploads a list, sees what it would change, takes it in, and the people are found', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/search')
  await page.getByRole('navigation', { name: 'Administration' }).getByText('Directory').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible()
  await expect(row(page, 'Made up for development')).toContainText('4,000')
  await expect(page.getByText('Suppressions', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const { content, lastName } = listOf(12)
  const name = `${lastName}.csv`
  await choose(page, 'csv', file(name, `${content}1,short\n`))
  const uploaded = row(page, name)
  await expect(uploaded.getByText('Ready')).toBeVisible({ timeout: CHECKED_MS })
  await expect(uploaded).toContainText('Would be: 12 new, 0 changed, 0 unchanged, 1 rejected')
  await expect(uploaded).toContainText('admin@clinidex.test')

  await uploaded.getByRole('button', { name: `See the check of ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `What ${name} would change` })
  await expect(dialog.getByText('12 examples')).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toContainText(`Ann ${lastName}`)
  await expect(dialog).toContainText('Work email')
  await expect(dialog).not.toContainText('@example.com')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(uploaded.getByText('Done')).toBeVisible({ timeout: CHECKED_MS })
  await expect(uploaded).toContainText('12 new, 0 changed, 0 unchanged, 1 rejected')
  await expect(uploaded).not.toContainText('Would be')
  const download = page.waitForEvent('download')
  await uploaded.getByRole('link', { name: `Rejects of ${name}` }).click()
  expect((await download).suggestedFilename()).toMatch(/^rejects-.*\.csv$/)
  await expect(row(page, 'Lists of professionals')).toContainText('today')

  const data = { filters: { query: lastName }, page: 1, limit: 1 }
  await expect
    .poll(async () => (await (await page.request.post('/api/search', { data })).json()).count)
    .toBe(12)
})

test('an upload whose tab was killed at 60 % goes on when the same file is chosen again', {
  tag: '@slow',
}, async ({ page, context }) => {
  test.slow()
  await signInAs(page, 'admin')
  await openDirectory(page)
  // 20 MB in five chunks; the fourth does not arrive.
  const filler = 'x'.repeat(1_000)
  const { content, lastName } = listOf(19_000, { title: filler })
  const name = `${lastName}.csv`
  const whole = Buffer.concat([Buffer.from(content)], 20 * MEGABYTE).fill('\n', content.length)
  let sent = 0
  await page.route('**/api/admin/imports/*/file?*', async (route) => {
    sent += 1
    // Aborted, not held: a held request is sent when its page closes.
    await (sent <= 3 ? route.continue() : route.abort())
  })
  await choose(page, 'csv', file(name, whole))
  // Requests under way when a page closes are still sent: wait until this one was refused.
  await expect(page.getByText(`Uploading ${name}: waiting for the server`)).toBeVisible()
  await expect(page.getByText('60% of 21.0 MB')).toBeVisible()
  await page.close()

  const again = await context.newPage()
  await openDirectory(again)
  await expect(again.getByText(`The upload of ${name} stopped`)).toBeVisible()
  await expect(again.getByText('60% of 21.0 MB arrived')).toBeVisible()
  await expect(again.getByRole('progressbar')).toHaveAttribute('value', String(12 * MEGABYTE))
  await expectAccessible(again)
  await again.getByLabel('Choose the same file').setInputFiles(file(name, 'another one'))
  await expect(again.getByText('This is another file')).toBeVisible()
  const offsets: string[] = []
  again.on('request', (request) => {
    if (request.method() === 'PUT') offsets.push(new URL(request.url()).search)
  })
  await again.getByLabel('Choose the same file').setInputFiles(file(name, whole))
  await expect(row(again, name).getByText('Ready')).toBeVisible({ timeout: CHECKED_MS })
  expect(offsets).toEqual([12, 16].map((megabytes) => `?offset=${megabytes * MEGABYTE}`))
  // Refused while the process of the check is still ending.
  const discard = row(again, name).getByRole('button', { name: `Discard ${name}` })
  await expect(async () => {
    if (await discard.isVisible()) await discard.click({ timeout: 2_000 })
    await expect(row(again, name).getByText('Cancelled')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: CHECKED_MS })
})

test('an upload waits for the network and goes on by itself', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  await signInAs(page, 'admin')
  await openDirectory(page)
  const { content, lastName } = listOf(3)
  const name = `${lastName}.csv`
  let isAway = true
  await page.route('**/api/admin/imports/*/file?*', (route) =>
    isAway ? route.abort() : route.continue(),
  )
  await choose(page, 'csv', file(name, content))
  await expect(page.getByText('waiting for the server')).toBeVisible()
  await context.setOffline(true)
  isAway = false
  await context.setOffline(false)
  await expect(row(page, name).getByText('Ready')).toBeVisible({ timeout: CHECKED_MS })
})

test('a file of the wrong kind says so in its row, and a running import can be cancelled', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'admin')
  await openDirectory(page)
  const { content, lastName, from } = listOf(30_000)
  const name = `${lastName}.csv`
  await choose(page, 'nppes', file(name, content))
  await expect(row(page, name)).toContainText('It is not an NPPES file', { timeout: CHECKED_MS })
  await expect(row(page, name).getByText('Failed')).toBeVisible({ timeout: CHECKED_MS })
  await expectAccessible(page)
  await row(page, name)
    .getByRole('button', { name: `Discard ${name}` })
    .click()
  await expect(row(page, name).getByRole('button')).toHaveCount(0)

  const next = `again-${name}`
  const { content: changed } = listOf(30_000, { lastName, from, title: 'Surgeon' })
  await choose(page, 'csv', file(next, changed))
  await expect(row(page, next).getByText('Ready')).toBeVisible({ timeout: CHECKED_MS })
  await row(page, next)
    .getByRole('button', { name: `See the check of ${next}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await expect(row(page, next).getByRole('progressbar')).toBeVisible()
  await row(page, next)
    .getByRole('button', { name: `Cancel ${next}` })
    .click()
  await expect(row(page, next).getByText('Cancelled')).toBeVisible({ timeout: CHECKED_MS })
})

test('nobody else comes to the directory’s screen', async ({ page }) => {
  await signInAs(page, 'annual')
  await page.goto('/admin-directory')
  await expect(page).toHaveURL(/\/account$/)
})
