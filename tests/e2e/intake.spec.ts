import { randomUUID } from 'node:crypto'
import { expect, test } from 'playwright/test'
import { fromOwnNetwork, VISITOR } from './accounts.ts'
import { linkMailedTo, mailsTo, newAddress } from './mail.ts'
import { gate } from './time.ts'

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

test('REMOVAL-01 REMOVAL-03 REMOVAL-04 asks for an address, says when it cannot, and that a mail is on its way', async ({
  page,
}) => {
  await page.goto('/remove-info')
  const email = page.getByLabel('Email')
  const send = page.getByRole('button', { name: 'Send the link' })
  await email.fill('ada@example')
  await send.click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await email.fill(newAddress())
  await page.route('**/api/removals', (route) => route.abort())
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Request failed' })).toContainText(
    'There was a problem submitting your request. Please try again later.',
  )
  await page.unroute('**/api/removals')
  await send.click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Verification Email Sent' }),
  ).toBeVisible()
  const again = page.getByRole('button', { name: 'Use another address' })
  await expect(again).toBeFocused()
  await again.press('Enter')
  await expect(email).toBeFocused()
})

test('REMOVAL-05 REMOVAL-06 REMOVAL-07 removes on a click and not before, once; without a token asks nobody', {
  tag: '@slow',
}, async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/removals/confirm')) calls.push(request.method())
  })
  const address = newAddress()
  await page.request.post('/api/removals', { data: { email: address } })
  const link = await linkMailedTo(page, address)
  await page.goto(link)
  const confirm = page.getByRole('button', { name: 'Remove my information' })
  await expect(confirm).toBeVisible()
  expect(calls).toEqual([])
  const answer = gate()
  await page.route('**/api/removals/confirm', async (route) => {
    await answer.opened
    await route.continue()
  })
  await confirm.click()
  await expect(page.getByRole('button', { name: 'Removing your information…' })).toBeVisible()
  answer.open()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Information Successfully Removed' }),
  ).toBeVisible()
  await page.goto(link)
  await confirm.click()
  await expect(
    page.getByText('Failed to process your removal request. The token may be invalid or expired.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/')
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page).toHaveURL(/\/remove-info$/)
  calls.length = 0
  await page.goto('/confirm-removal')
  await expect(
    page.getByText('No confirmation token provided. Please check your email link and try again.'),
  ).toBeVisible()
  expect(calls).toEqual([])
})
