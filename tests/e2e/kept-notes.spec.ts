import { expect, type Page, test } from 'playwright/test'
import { signIn, signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import { WITH_PRIVATE_FILES } from './chromium-options.ts'
import { FIRST_START_MS } from './devices.ts'
import { deviceKeyOf, sealedIn, textOf } from './sealed.ts'
import { placesOf } from './search-browser.ts'

const ZENOBIA = '00000000-0000-4000-8000-000000000001'
const PRIVATE = 'Prefers nights, said her colleague'
const STEP = 'Asked for the evening shift'

test.use({ ...WITH_PRIVATE_FILES, storageState: VISITOR })
test.describe.configure({ timeout: 3 * FIRST_START_MS })

const privateNote = (page: Page) => page.getByRole('textbox', { name: /^Private note about/ })
const step = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true })

async function openZenobia(page: Page) {
  await page.goto(`/physician/${ZENOBIA}`)
  await expect(page.getByRole('heading', { name: 'Notes and history' })).toBeVisible()
}

/** Signs out through the menu. */
async function signOut(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
}

test('a note that is being written is there after a reload, sealed, until it is saved; no other account sees it', {
  tag: '@slow',
}, async ({ page }) => {
  const email = await signUpNewUser(page)
  await subscribe(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await openZenobia(page)
  await page.getByRole('button', { name: 'Add a private note' }).click()
  await privateNote(page).fill(PRIVATE)
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await step(page).fill(STEP)
  await expect
    .poll(async () => {
      const key = await deviceKeyOf(page)
      const kept = (await sealedIn(page)).filter(({ place }) => place.endsWith(` ${ZENOBIA}`))
      const texts = await Promise.all(kept.map((value) => textOf(value, key)))
      return [PRIVATE, STEP].map((words) => texts.filter((text) => text.includes(words)).length)
    })
    .toEqual([1, 1])
  expect(await placesOf(page, [PRIVATE, STEP])).toEqual(['document'])

  await page.reload()
  await expect(privateNote(page)).toHaveValue(PRIVATE, { timeout: FIRST_START_MS })
  await expect(step(page)).toHaveValue(STEP)
  const withWords = () => sent.filter((text) => /Prefers|Asked/.test(decodeURIComponent(text)))
  expect(withWords()).toEqual([])

  await test.step('what is saved is written no more', async () => {
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(privateNote(page)).toBeHidden()
    await page.reload()
    await expect(step(page)).toHaveValue(STEP, { timeout: FIRST_START_MS })
    await expect(page.getByText(PRIVATE)).toBeVisible()
    await expect(privateNote(page)).toHaveCount(0)
  })

  await test.step('nothing is left after a sign-out', async () => {
    await signOut(page)
    expect(await placesOf(page, [PRIVATE, STEP])).toEqual([])
    await signUpNewUser(page)
    await subscribe(page)
    await openZenobia(page)
    await expect(page.getByRole('button', { name: 'Add a private note' })).toBeVisible({
      timeout: FIRST_START_MS,
    })
    await expect(step(page)).toHaveCount(0)
    await signIn(page, email)
    await openZenobia(page)
    await expect(page.getByText(PRIVATE)).toBeVisible({ timeout: FIRST_START_MS })
    await expect(page.getByRole('button', { name: 'Note', exact: true })).toBeVisible()
    await expect(step(page)).toHaveCount(0)
  })
})
