import { randomUUID } from 'node:crypto'
import { expect, test } from 'playwright/test'
import { fromOwnNetwork, VISITOR } from './accounts.ts'
import { mailsTo } from './mail.ts'

test.use({ storageState: VISITOR })
test.beforeEach(({ page }) => fromOwnNetwork(page))

test('PAGES-08 PAGES-09 PAGES-11 PAGES-12 a message is checked, kept when it cannot be sent, and sent', async ({
  page,
}) => {
  const subject = `A question ${randomUUID()}`
  await page.goto('/contact')
  const send = page.getByRole('button', { name: 'Send message' })
  await send.click()
  for (const fault of [
    'Name must be at least 2 characters.',
    'Please enter a valid email address.',
    'Subject must be at least 5 characters.',
    'Message must be at least 10 characters.',
  ]) {
    await expect(page.getByText(fault)).toBeVisible()
  }
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Jo')
  await page.getByLabel('Email').fill('jo@example.com')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message').fill('Are nurses in Ohio listed too?')
  await page.route('**/api/contact-messages', (route) => route.abort())
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toContainText(
    'Your message could not be sent. Please try again later.',
  )
  await expect(page.getByLabel('Message')).toHaveValue('Are nurses in Ohio listed too?')
  await page.unroute('**/api/contact-messages')
  await send.click()
  await expect(page.getByText('Message sent!')).toBeVisible()
  for (const label of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(page.getByLabel(label)).toHaveValue('')
  }
  await expect.poll(() => mailsTo(page, 'operator@clinidex.test')).toContain(subject)
})
