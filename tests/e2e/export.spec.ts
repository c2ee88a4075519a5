import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import { signInAs, VISITOR } from './accounts.ts'
import { holdRequests } from './hold-requests.ts'
import { noteRequests } from './note-requests.ts'

const results = (page: Page) => page.getByRole('list', { name: 'Results' })
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Export/ })

/** Opens the export of both people of one employer. */
async function openExport(page: Page): Promise<void> {
  await page.goto('/search?organization=Larkspur+Heart+Institute')
  await expect(results(page)).toBeVisible()
  await page.getByRole('button', { name: 'Select Page' }).click()
  await bar(page).getByRole('button', { name: 'Export' }).click()
  await expect(dialog(page)).toBeVisible()
}

const download = async (page: Page) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('EXPORT-03 EXPORT-04 downloads the columns chosen, in their order, as the preview has them', async ({
  page,
}) => {
  await openExport(page)
  const columns = dialog(page).getByRole('list', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Middle name' }).click()
  await columns.getByRole('button', { name: 'Move Last name up' }).click()
  const preview = dialog(page).getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('columnheader', { name: 'Middle name' })).toHaveCount(0)
  const headers = await preview.getByRole('columnheader').allTextContents()
  const saving = download(page)
  await expect(page.getByText('Export Successful')).toBeVisible()
  await expect(page.getByText('2 people exported.')).toBeVisible()
  const file = await saving
  expect(file.name).toBe('healthcare_worker_export.csv')
  const [header] = file.content.toString('utf8').replace('\uFEFF', '').split('\r\n')
  expect(header).toBe(headers.join(','))
  expect(file.content.toString('utf8')).toContain('zenobia@example.com')
  await expect(dialog(page)).toBeHidden()
})

for (const [format, extension, magic] of [
  ['Excel', 'xlsx', 'PK'],
  ['PDF', 'pdf', '%PDF'],
] as const) {
  test(`EXPORT-08 downloads ${format}`, { tag: '@slow' }, async ({ page }) => {
    await openExport(page)
    await dialog(page).getByRole('radio', { name: format }).click()
    const file = await download(page)
    expect(file.name).toBe(`healthcare_worker_export.${extension}`)
    expect(file.content.subarray(0, magic.length).toString('latin1')).toBe(magic)
  })
}

test('EXPORT-05 says that it failed, and keeps the choice', { tag: '@slow' }, async ({ page }) => {
  await openExport(page)
  await page.route('**/api/export', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'x' } } }),
  )
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click()
  const failed = page.getByText('Export Failed', { exact: true })
  await expect(failed).toBeVisible()
  await expect(page.getByText('Failed to generate export data')).toBeVisible()
  await page.unroute('**/api/export')
  await page.route('**/api/export', (route) => route.fulfill({ status: 200, body: '' }))
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('No data was returned from the export function')).toBeVisible()
  await expect(failed).toBeVisible()
  await expect(dialog(page)).toBeVisible()
})

test('EXPORT-* over the allowance says so first, and exports without contacts', {
  tag: '@slow',
}, async ({ page }) => {
  await page.route('**/api/export/allowance', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), left: 1 } })
  })
  await openExport(page)
  await expect(dialog(page).getByRole('status')).toHaveText(
    /^This file would take the contacts of 2 people, and 1 is left until \d+:\d\d [AP]M\. Export it without contacts, or pick fewer people\.$/,
  )
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Export without contacts' }).click(),
  ])
  await expect(page.getByText('2 people exported.', { exact: true })).toBeVisible()
  const content = (await readFile(await file.path())).toString('utf8')
  expect(content).toContain('Featherstonehaugh')
  expect(content).not.toContain('zenobia@example.com')
  // The choice is unchanged.
  await openExport(page)
  const columns = dialog(page).getByRole('list', { name: 'Columns' })
  await expect(columns.getByRole('checkbox', { name: 'Mobile phone', exact: true })).toBeChecked()
  // The dialog's own request may still be under way.
  await page.unrouteAll({ behavior: 'wait' })
})

test('EXPORT-* refused in the end, the dialog stays and offers what goes', {
  tag: '@slow',
}, async ({ page }) => {
  await openExport(page)
  await expect(dialog(page).getByRole('status')).toContainText('This file takes')
  const data = { people: 2, left: 0, resetsAt: '2026-01-01T00:00:00.000Z' }
  await page.route('**/api/export/allowance', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), left: 0 } })
  })
  await page.route('**/api/export', (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'budget_spent', message: 'x', data } } }),
  )
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('Export Failed')).toBeVisible()
  await page.unroute('**/api/export')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Export without contacts' }).click(),
  ])
  expect((await readFile(await file.path())).toString('utf8')).not.toContain('zenobia@')
  await page.unrouteAll({ behavior: 'wait' })
})

test('warns before the first export of an annual plan', { tag: '@slow' }, async ({ page }) => {
  await page.route('**/api/exports', (route) => route.fulfill({ json: { total: 0, latest: [] } }))
  let calls = 0
  await page.route('**/api/export', (route) => {
    calls += 1
    return route.abort()
  })
  await openExport(page)
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('money-back guarantee')
  expect(calls).toBe(0)
  await dialog(page).getByRole('button', { name: 'Keep the guarantee' }).click()
  await expect(dialog(page)).toBeHidden()
})

test('an export pressed at once is not warned of a first one that was long ago', async ({
  page,
}) => {
  const answer = await holdRequests(page, '**/api/exports')
  await openExport(page)
  const button = dialog(page).getByRole('button', { name: 'Export', exact: true })
  await button.click()
  await expect(button).toBeDisabled()
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  const file = page.waitForEvent('download')
  answer()
  expect((await file).suggestedFilename()).toBe('healthcare_worker_export.csv')
})

test('an export whose dialog is closed before it begins takes nothing', { tag: '@slow' }, async ({
  page,
}) => {
  const answer = await holdRequests(page, '**/api/exports')
  const begun = noteRequests(page, /\/api\/export$/)
  await openExport(page)
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  const known = page.waitForResponse('**/api/exports')
  answer()
  await (await known).finished()
  // A later search proves that the page has handled the answer.
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('zenobia')
  await expect(results(page).getByRole('listitem')).toHaveCount(1)
  expect(begun).toEqual([])
})

test('EXPORT-07 a plan without export is told so, and no call is made', async ({ page }) => {
  await page.route('**/api/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), tier: 'enterprise' },
    })
  })
  const calls = noteRequests(page, /\/api\/export/)
  await page.goto('/search?organization=Larkspur+Heart+Institute')
  await expect(results(page)).toBeVisible()
  // The cached session still has the former plan.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('subscriptionData')))
    .toContain('enterprise')
  await page.getByRole('button', { name: 'Select Page' }).click()
  await bar(page).getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Subscription Required')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(calls).toEqual([])
})

test.describe('as an administrator', () => {
  test.use({ storageState: VISITOR })

  test('EXPORT-03 GATE-08 exports a profile under its own name', { tag: '@slow' }, async ({
    page,
  }) => {
    await signInAs(page, 'admin')
    await page.goto('/physician/00000000-0000-4000-8000-000000000001')
    await page.getByRole('button', { name: 'Export' }).click()
    expect((await download(page)).name).toBe('physician_export.csv')
  })
})

test.describe('as a user whose allowance no other test takes of', () => {
  test.use({ storageState: VISITOR })

  test('EXPORT-* says before and after what an export takes of the day’s contacts', {
    tag: '@slow',
  }, async ({ page }) => {
    await signInAs(page, 'monthly')
    const known = page.waitForResponse('**/api/export/allowance')
    await openExport(page)
    const { left } = await (await known).json()
    const count = (number: number) => number.toLocaleString('en-US')
    const line = dialog(page).getByRole('status')
    await expect(line).toHaveText(
      `This file takes the contacts of 2 people. You have ${count(left)} left today.`,
    )
    const columns = dialog(page).getByRole('list', { name: 'Columns' })
    for (const name of ['Personal email', 'Work email', 'Mobile phone', 'Direct line']) {
      await columns.getByRole('checkbox', { name, exact: true }).click()
    }
    await expect(line).toHaveText(`No contacts in this file: today’s ${count(left)} stay.`)
    await columns.getByRole('checkbox', { name: 'Mobile phone', exact: true }).click()
    const saving = download(page)
    await expect(
      page.getByText(
        `2 people exported. You can export the contacts of ${count(left - 2)} more today.`,
      ),
    ).toBeVisible()
    await saving
  })
})
