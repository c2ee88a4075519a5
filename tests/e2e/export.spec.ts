import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import { signInAs, VISITOR } from './accounts.ts'

const results = (page: Page) => page.getByRole('list', { name: 'Results' })
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Export/ })

/** Opens the export of both people of one employer. */
async function openExport(page: Page): Promise<void> {
  await page.goto('/search?organization=Larkspur+Heart+Institute')
  await expect(results(page)).toBeVisible()
  await page.getByRole('button', { name: 'Select Page' }).click()
  const known = page.waitForResponse('**/api/exports')
  await bar(page).getByRole('button', { name: 'Export' }).click()
  await expect(dialog(page)).toBeVisible()
  // Until it is known that this is not the first export, the dialog warns of it.
  await (await known).finished()
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
  const file = await download(page)
  expect(file.name).toBe('healthcare_worker_export.csv')
  const [header] = file.content.toString('utf8').replace('\uFEFF', '').split('\r\n')
  expect(header).toBe(headers.join(','))
  expect(file.content.toString('utf8')).toContain('zenobia@example.com')
  await expect(page.getByText('Export Successful')).toBeVisible()
  await expect(page.getByText('2 people exported.')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
})

for (const [format, extension, magic] of [
  ['Excel', 'xlsx', 'PK'],
  ['PDF', 'pdf', '%PDF'],
] as const) {
  test(`EXPORT-08 downloads ${format}`, async ({ page }) => {
    await openExport(page)
    await dialog(page).getByRole('radio', { name: format }).click()
    const file = await download(page)
    expect(file.name).toBe(`healthcare_worker_export.${extension}`)
    expect(file.content.subarray(0, magic.length).toString('latin1')).toBe(magic)
  })
}

test('EXPORT-05 says that it failed, and keeps the choice', async ({ page }) => {
  await openExport(page)
  await page.route('**/api/export', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'x' } } }),
  )
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('Failed to generate export data')).toBeVisible()
  await page.unroute('**/api/export')
  await page.route('**/api/export', (route) => route.fulfill({ status: 200, body: '' }))
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('No data was returned from the export function')).toBeVisible()
  await expect(dialog(page)).toBeVisible()
})

test('warns before the first export of an annual plan', async ({ page }) => {
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

test('EXPORT-07 a plan without export is told so, and no call is made', async ({ page }) => {
  await page.route('**/api/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), tier: 'enterprise' },
    })
  })
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/api\/export/.test(request.url())) calls.push(request.url())
  })
  await page.goto('/search?organization=Larkspur+Heart+Institute')
  await expect(results(page)).toBeVisible()
  // What was kept of this account from before knows it with another plan.
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

  test('EXPORT-03 GATE-08 exports a profile under its own name', async ({ page }) => {
    await signInAs(page, 'admin')
    await page.goto('/physician/00000000-0000-4000-8000-000000000001')
    await page.getByRole('button', { name: 'Export' }).click()
    expect((await download(page)).name).toBe('physician_export.csv')
  })
})
