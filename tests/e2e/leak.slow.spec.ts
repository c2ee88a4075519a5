import { expect, type Page, test } from 'playwright/test'
import { signInAs, VISITOR } from './accounts.ts'
import { WITH_PRIVATE_FILES } from './chromium-options.ts'
import { sealedIn } from './sealed.ts'
import { placesOf } from './search-browser.ts'

test.use({ ...WITH_PRIVATE_FILES, storageState: VISITOR })

/** Unique contacts. */
const CANARIES = [
  'zenobia@example.com',
  'z.featherstonehaugh@example.org',
  '806-555-0101',
  '806-555-0102',
  '8065550101',
]
const PROFILE = '/physician/00000000-0000-4000-8000-000000000001'
const LARKSPUR = '/search?organization=Larkspur+Heart+Institute'

/** Every requested address, and every answer. */
function record(page: Page) {
  const urls: string[] = []
  const answers: Promise<string>[] = []
  page.on('request', (request) => urls.push(decodeURIComponent(request.url())))
  page.on('response', (response) => {
    // A redirect, and an answer for a page that was left, has no body to read.
    answers.push(response.text().catch(() => 'no body'))
  })
  return { urls, answers: () => Promise.all(answers) }
}

const holdingCanaries = (texts: readonly string[]) =>
  texts.filter((text) => CANARIES.some((canary) => text.includes(canary)))

test('REVEAL-01 a user who looks around without revealing has no contact in the browser', async ({
  page,
}) => {
  const { urls, answers } = record(page)
  await signInAs(page, 'annual')
  await page.goto(LARKSPUR)
  const cards = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(cards).toHaveCount(2)
  await cards.first().click()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Featherstone')
  await page.getByRole('button', { name: 'Select Page' }).click()
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Export' })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Export/ })
  await expect(dialog.getByRole('region', { name: 'Preview' })).toBeVisible()
  const screens = [await page.content()]
  await page.keyboard.press('Escape')
  for (const [path, last] of [
    [PROFILE, page.getByRole('heading', { level: 1, name: /Featherstone/ })],
    ['/account?tab=exports', page.getByRole('region', { name: 'Exports' }).getByRole('listitem')],
    ['/account?tab=security', page.getByText('This device')],
    ['/lists', page.getByRole('row')],
    [PROFILE, page.getByRole('heading', { level: 1, name: /Featherstone/ })],
  ] as const) {
    await page.goto(path)
    await expect(last.first()).toBeVisible()
    screens.push(await page.content())
  }
  expect(holdingCanaries(screens)).toEqual([])
  expect(await placesOf(page, CANARIES)).toEqual([])
  expect(holdingCanaries(urls)).toEqual([])
  expect(holdingCanaries(await answers())).toEqual([])
})

test('REVEAL-01 REVEAL-09 a revealed contact is on the screen, and readable nowhere else', async ({
  page,
}) => {
  const { urls } = record(page)
  await signInAs(page, 'monthly')
  await page.goto(PROFILE)
  await page.getByRole('button', { name: /^View Email/ }).click()
  await expect(page.getByText('zenobia@example.com')).toBeVisible()
  // It is stored a moment after it is shown.
  await expect
    .poll(async () => (await sealedIn(page)).map(({ database }) => database))
    .toContain('clinidex.contacts')
  expect(await placesOf(page, CANARIES)).toEqual(['document'])
  await page.goto('/pricing')
  await expect(page.getByRole('heading').first()).toBeVisible()
  expect(await placesOf(page, CANARIES)).toEqual([])
  expect(holdingCanaries(urls)).toEqual([])
})

test('what is looked for is found wherever it is kept', async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(async () => {
    const canary = 'zenobia@example.com'
    localStorage.setItem('kept', btoa(`so ${canary} there`))
    sessionStorage.setItem('kept', canary)
    const opened = indexedDB.open('kept', 1)
    await new Promise<void>((resolve, reject) => {
      opened.onupgradeneeded = () => opened.result.createObjectStore('kept')
      opened.onerror = () => reject(opened.error)
      opened.onsuccess = () => {
        const { result: database } = opened
        const change = database.transaction('kept', 'readwrite')
        const bytes = new TextEncoder().encode(canary)
        change.objectStore('kept').put({ deep: [new Map([['bytes', bytes]])] }, 'key')
        change.oncomplete = () => {
          database.close()
          resolve()
        }
      }
    })
    await (await caches.open('kept')).put('/kept', new Response(canary))
    const folder = await navigator.storage.getDirectory()
    const file = await (await folder.getFileHandle('kept', { create: true })).createWritable()
    await file.write(canary)
    await file.close()
    document.documentElement.dataset.kept = canary
  })
  expect(await placesOf(page, CANARIES)).toEqual([
    'Cache Storage',
    'IndexedDB kept',
    'document',
    'files',
    'localStorage',
    'sessionStorage',
  ])
})
