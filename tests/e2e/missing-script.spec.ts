import { expect, type Page, test } from 'playwright/test'
import { VISITOR } from './accounts.ts'
import { SCRIPTS } from './public-pages.ts'

test.use({ storageState: VISITOR })

/** Whether the app has taken the page over: a question opens. */
async function expectAlive(page: Page) {
  const question = page.locator('main h3 > button').first()
  await question.click()
  await expect(question).toHaveAttribute('aria-expanded', 'true')
}

const noticeOn = (page: Page) =>
  page
    .getByRole('alert')
    .filter({ hasText: 'Clinidex could not be loaded. Reload the page once you are connected.' })

test('a page whose script did not arrive is loaded again', async ({ page }) => {
  await page.route(SCRIPTS, (route) => route.abort(), { times: 1 })
  const reloaded = page.waitForEvent('load').then(() => page.waitForEvent('load'))
  await page.goto('/pricing')
  await reloaded
  await expectAlive(page)
  await expect(noticeOn(page)).toBeHidden()
})

test('a page whose script does not arrive at all says so, and comes once there is a network', async ({
  page,
}) => {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto('/pricing')
  const notice = noticeOn(page)
  await expect(notice).toBeInViewport({ ratio: 1 })
  // Longer than the pause before a reload.
  await page.waitForTimeout(1500)
  expect(loads).toBe(2)

  await page.context().setOffline(true)
  await page.unroute(SCRIPTS)
  await page.context().setOffline(false)
  // A press on the document that is about to go would go with it.
  await expect.poll(() => loads).toBe(3)
  await expect(notice).toBeHidden()
  await expectAlive(page)
})
