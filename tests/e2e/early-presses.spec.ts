import { expect, test } from 'playwright/test'
import { VISITOR } from './accounts.ts'
import { openUnhydrated, PHONE, waitForHydration } from './public-pages.ts'

test.use({ storageState: VISITOR })

const PROFILE = '/physician/00000000-0000-4000-8000-000000000001'

test('buttons pressed before hydration are pressed once it is done, each of them once', async ({
  page,
}) => {
  const release = await openUnhydrated(page, '/')
  const question = page.getByRole('button', { name: 'Who is in the directory?' })
  await page.getByRole('button', { name: 'Reveal Email' }).click()
  await question.dblclick()
  release()
  await expect(page.getByText('o.fennimore@larkmoor.example')).toBeVisible()
  await expect(question).toHaveAttribute('aria-expanded', 'true')
})

test('a key that presses a button before hydration counts as well', async ({ page }) => {
  const release = await openUnhydrated(page, '/pricing')
  const question = page.locator('main h3 > button').first()
  await question.press('Enter')
  release()
  await expect(question).toHaveAttribute('aria-expanded', 'true')
})

test('a button pressed while hydration is under way is pressed once', async ({ page }) => {
  await page.addInitScript(() => {
    const presses: string[] = []
    Object.assign(globalThis, { presses })
    addEventListener('click', ({ target }) => presses.push((target as Element).tagName), true)
    // React listens already, and asks for a task in which to render.
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      const root = document.getElementById('root') ?? {}
      if (Object.keys(root).some((key) => key.startsWith('__reactContainer'))) {
        MessagePort.prototype.postMessage = postMessage
        document.querySelector<HTMLElement>('main h3 > button')?.click()
      }
      return Reflect.apply(postMessage, this, message)
    }
  })
  await page.goto('/pricing')
  await waitForHydration(page)
  const question = page.locator('main h3 > button').first()
  await expect(question).toHaveAttribute('aria-expanded', 'true')
  // A press that was kept would be repeated in a task after it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(
    await page.evaluate(() => (globalThis as unknown as { presses: string[] }).presses),
  ).toEqual(['BUTTON'])
})

for (const path of ['/', '/search', PROFILE]) {
  test(`the menu pressed before hydration opens at ${path}`, async ({ page }) => {
    await page.setViewportSize(PHONE)
    const release = await openUnhydrated(page, path)
    await page.getByRole('button', { name: 'Menu' }).click()
    release()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  })

  test(`a link pressed before hydration leads on from ${path}`, async ({ page }) => {
    const release = await openUnhydrated(page, path)
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
    release()
    await expect(page).toHaveURL(/\/pricing$/)
  })
}

test('a form sent before hydration searches for what is in it', async ({ page }) => {
  const release = await openUnhydrated(page, '/')
  await page.getByRole('searchbox', { name: 'Search professionals' }).fill('icu nurse')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  release()
  await expect(page).toHaveURL(/\/search\?query=icu(\+|%20)nurse$/)
})

test('text typed before hydration stays, and is sent after it', async ({ page }) => {
  const release = await openUnhydrated(page, '/')
  const field = page.getByRole('searchbox', { name: 'Search professionals' })
  await field.fill('icu nurse')
  release()
  await expect(page.getByRole('button', { name: 'Theme' })).toBeVisible()
  await expect(field).toHaveValue('icu nurse')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?query=icu(\+|%20)nurse$/)
})

test('Back pressed before hydration leaves a profile', async ({ page }) => {
  const release = await openUnhydrated(page, PROFILE)
  await page.getByRole('button', { name: 'Back' }).click()
  release()
  await expect(page).toHaveURL(/\/search$/)
})
