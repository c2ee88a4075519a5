import { test } from 'playwright/test'
import { SUBSCRIBER_STATE, signInOnScreen } from './accounts.ts'

test('AUTH-19 signs in as a subscriber and lands on the search', async ({ page }) => {
  await signInOnScreen(page, 'annual')
  await page.context().storageState({ path: SUBSCRIBER_STATE })
})
