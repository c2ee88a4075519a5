import { expect, type Page, test } from 'playwright/test'
import { signInAs, signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import { WITH_PRIVATE_FILES } from './chromium-options.ts'
import { pushToServer } from './devices.ts'
import { placesOf } from './search-browser.ts'
import { holdNextToast } from './toasts.ts'

test.use({ ...WITH_PRIVATE_FILES, storageState: VISITOR })

const ZENOBIA = '00000000-0000-4000-8000-000000000001'
const DAY_MS = 24 * 60 * 60 * 1000

const reveal = (page: Page) => page.getByRole('button', { name: /^View Email/ })

function countReveals(page: Page): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/contact')) calls += 1
  })
  return () => calls
}

test('REVEAL-08 REVEAL-09 keeps a revealed contact for a day, sealed, and asks no second time', async ({
  page,
}) => {
  const calls = countReveals(page)
  await page.clock.install()
  await signInAs(page, 'monthly')
  await page.goto(`/physician/${ZENOBIA}`)
  await reveal(page).click()
  await expect(page.getByText('zenobia@example.com')).toBeVisible()
  await expect.poll(() => countSealed(page)).toBe(1)
  expect(await placesOf(page, ['zenobia@example.com'])).toEqual(['document'])

  await page.reload()
  await expect(page.getByText('zenobia@example.com')).toBeVisible()
  expect(calls()).toBe(1)

  await page.clock.fastForward(DAY_MS + 1000)
  await expect(page.getByText('zenobia@example.com')).toBeHidden()
  await reveal(page).click()
  await expect(page.getByText('zenobia@example.com')).toBeVisible()
  expect(calls()).toBe(2)
})

test('REVEAL-11 keeps nothing once signed out', { tag: '@slow' }, async ({ page }) => {
  await signInAs(page, 'monthly')
  await page.goto(`/physician/${ZENOBIA}`)
  await reveal(page).click()
  await expect(page.getByText('zenobia@example.com')).toBeVisible()
  await expect.poll(() => countSealed(page)).toBe(1)
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect.poll(() => countSealed(page)).toBe(0)
  await page.goto(`/physician/${ZENOBIA}`)
  await expect(reveal(page)).toBeVisible()
  await reveal(page).click()
  await expect(
    page.getByText('You need an active subscription to view contact information'),
  ).toBeVisible()
})

test('REVEAL-07 says what was copied, and when the clipboard refuses', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, 'monthly')
  await page.goto(`/physician/${ZENOBIA}`)
  await page.getByRole('button', { name: /^View Phone/ }).click()
  await expect(page.getByText('806-555-0101')).toBeVisible()
  const toast = (words: string) => page.getByText(words, { exact: true })
  const [copyPhone, copyEmail] = [/^Copy phone/, /^Copy (personal )?email/].map((name) =>
    page.getByRole('button', { name }).first(),
  )
  await copyPhone?.click()
  await expect(toast('Phone number copied')).toBeVisible()
  await copyEmail?.click()
  await expect(toast('Email copied')).toBeVisible()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await holdNextToast(page)
  await copyPhone?.click()
  await expect(toast('Failed to copy phone number')).toBeVisible()
  await expect(toast('Please try again')).toBeVisible()
  await copyEmail?.click()
  await expect(toast('Failed to copy email')).toBeVisible()
})

test('says when a spent budget is there again', { tag: '@slow' }, async ({ page }) => {
  await signInAs(page, 'monthly')
  await page.route('**/contact', (route) =>
    route.fulfill({
      status: 429,
      json: {
        error: {
          code: 'budget_spent',
          message: 'Spent.',
          data: { resetsAt: '2030-01-01T00:00:00.000Z' },
        },
      },
    }),
  )
  await page.goto('/physician/00000000-0000-4000-8000-000000000002')
  await page.getByRole('button', { name: /^View/ }).first().click()
  await expect(page.getByText('All of today’s reveals are used')).toBeVisible()
})

test('says what several cost once the network is back, and tries again after a failure', {
  tag: '@slow',
}, async ({ page, context }) => {
  await signUpNewUser(page)
  await subscribe(page)
  const id = crypto.randomUUID()
  await pushToServer(page, [['lists.create', { id, name: 'Nights', candidate_ids: [ZENOBIA] }]])
  await page.goto(`/lists/${id}`)
  await page.getByLabel(/^Select all/).check()
  const open = page.getByRole('button', { name: 'Reveal', exact: true })
  const dialog = page.getByRole('dialog')
  const said = dialog.getByRole('status')
  const cost = '1 of 1 has contacts not yet revealed. 500 reveals are left today.'
  await context.setOffline(true)
  await open.click()
  await expect(said).toHaveText('Contacts are revealed by the server: connect first.')
  // The first request after the network's return often fails.
  await page.route('**/api/reveals/cost', (route) => route.abort(), { times: 1 })
  await context.setOffline(false)
  await expect(said).toHaveText(cost)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const json = { error: { code: 'internal_error', message: 'Hidden.' } }
  await page.route('**/api/reveals/cost', (route) => route.fulfill({ status: 500, json }))
  await open.click()
  await expect(said).toHaveText('What it costs cannot be told right now.')
  await page.unroute('**/api/reveals/cost')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(said).toHaveText(cost)
})

/** The number of contacts in the vault, which exists once one was shown. */
function countSealed(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('clinidex.contacts')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const { result: database } = request
          const count = database.transaction('contacts').objectStore('contacts').count()
          count.onsuccess = () => resolve(count.result)
          count.onerror = () => reject(count.error)
          database.close()
        }
      }),
  )
}
