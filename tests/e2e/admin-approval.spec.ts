import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from 'playwright/test'
import { fromOwnNetwork, SUBSCRIBER_STATE, signInAs, VISITOR } from './accounts.ts'
import { expectSynced, FIRST_START_MS, listLink, uniqueName } from './devices.ts'
import { linkMailedTo } from './mail.ts'
import { sendResume } from './resumes.ts'
import { card, openSearch } from './search-page.ts'

test.use({ storageState: VISITOR })

/** A unique last name, of letters alone. */
const newName = () => `Z${randomUUID().replace(/[^a-f]/g, '')}${Date.now().toString(36)}`

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('ADMIN-01 ADMIN-02 ADMIN-03 ADMIN-04 ADMIN-05 ADMIN-06 ADMIN-11 ADMIN-12 an administrator decides on resumes, one and several', async ({
  page,
}) => {
  const last_name = newName()
  const names = ['Ada', 'Ben', 'Cyd', 'Dee'].map((first_name) => ({ first_name, last_name }))
  const addresses = []
  for (const name of names) addresses.push(await sendResume(page.request, name))
  await signInAs(page, 'admin')
  await page.goto('/search')
  await page.getByRole('navigation', { name: 'Administration' }).getByText('Dashboard').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Approvals' })).toBeVisible()
  const ada = row(page, `Ada ${last_name}`)
  for (const text of ['Cardiologist', addresses[0], 'Larkspur Clinic', 'Reno, NV, United States']) {
    await expect(ada).toContainText(text ?? '')
  }
  for (const label of [
    'Total users',
    'Active subscriptions',
    'Paid subscriptions',
    'Total exports',
  ]) {
    await expect(page.getByText(label)).toBeVisible()
  }

  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/decision')) calls.push(request.postData() ?? '')
  })
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(page.getByText('No profiles selected')).toBeVisible()
  expect(calls).toEqual([])

  await page.route('**/decision', (route) => route.abort())
  await ada.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Approval failed')).toBeVisible()
  await ada.getByRole('button', { name: /^Reject/ }).click()
  await expect(page.getByText('Rejection failed')).toBeVisible()
  await page.unroute('**/decision')
  await ada.getByRole('checkbox').uncheck()
  await ada.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Resume approved.')).toBeVisible()
  await expect(ada).toBeHidden()

  // The first decision fails, the second rejects its resume.
  await page.route('**/decision', (route) => route.abort(), { times: 1 })
  for (const first of ['Ben', 'Cyd']) {
    await row(page, `${first} ${last_name}`).getByRole('checkbox').check()
  }
  await page.getByRole('button', { name: 'Reject selected' }).click()
  await expect(page.getByText('Bulk reject partially failed')).toBeVisible()
  await expect(row(page, `Cyd ${last_name}`)).toBeHidden()
  await expect(row(page, `Ben ${last_name}`).getByRole('checkbox')).toBeChecked()

  const menu = page.getByRole('banner').getByRole('button', { name: 'Admin', exact: true })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Resume Approval' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Resume Approval' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Resume Submissions' })).toBeVisible()
  await row(page, `Dee ${last_name}`).getByRole('checkbox').check()
  await expect(page.getByText('1 selected')).toBeVisible()
  const today = /[A-Z][a-z]{2} \d{1,2}, \d{4}/
  await page.getByRole('tab', { name: 'Approved' }).click()
  await expect(page).toHaveURL(/tab=approved$/)
  await expect(row(page, `Ada ${last_name}`).getByRole('cell').last()).toHaveText(today)
  await page.getByRole('tab', { name: 'Rejected' }).click()
  await expect(row(page, `Cyd ${last_name}`).getByRole('cell').last()).toHaveText(today)
  const reloaded = page.waitForResponse('**/api/admin/submissions?status=pending&page=1')
  await page.getByRole('tab', { name: 'Pending' }).click()
  await reloaded
  await expect(row(page, `Dee ${last_name}`).getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(row(page, `Dee ${last_name}`).getByRole('checkbox')).toBeChecked()
})

test('on a tablet the details of a resume open below all else of it', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  const name = { first_name: 'Eve', last_name: newName() }
  await sendResume(page.request, name)
  await signInAs(page, 'admin')
  await page.goto('/resume-approval')
  const eve = row(page, `Eve ${name.last_name}`)
  // Within its row: below other resumes, the press scrolls.
  const placeOfSent = async () => {
    const row = await eve.boundingBox()
    const sent = await eve.getByText(/^Sent /).boundingBox()
    return { x: sent?.x, below: (sent?.y ?? 0) - (row?.y ?? 0) }
  }
  const before = await placeOfSent()
  await eve.getByText('Details').click()
  await expect(eve.getByText('Phone')).toBeVisible()
  expect(await placeOfSent()).toEqual(before)
})

test('ADMIN-01 ADMIN-13 a resume of a listed person is shown as a change, and contacts change when ticked', {
  tag: '@slow',
}, async ({ page }) => {
  const person = { first_name: 'Ada', last_name: newName() }
  const name = `${person.first_name} ${person.last_name}`
  const personal_email = await sendResume(page.request, person)
  await signInAs(page, 'admin')
  const pending = async () => {
    await page.goto('/admin-dashboard')
    await expect(row(page, name)).toBeVisible()
  }
  await pending()
  await expect(row(page, name).getByText('New')).toBeVisible()
  await row(page, name)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(page.getByText('Resume approved.')).toBeVisible()

  const news = { ...person, personal_email, organization: 'Kestrel Hospital', phone: '5552550111' }
  await sendResume(page.request, news)
  await pending()
  await expect(row(page, name).getByText('Listed already')).toBeVisible()
  const changes = page.getByRole('row').filter({ hasText: 'Kestrel Hospital' }).last()
  await expect(changes.getByRole('deletion')).toHaveText('from Larkspur Clinic')
  await expect(changes.getByRole('insertion')).toHaveText('to Kestrel Hospital')
  await expect(changes.getByText(/^The same: first name, .*skills\.$/)).toBeVisible()
  await expect(changes).not.toContainText('255-0100')
  const phone = changes.getByRole('checkbox', { name: 'Replace the phone: 5552550111' })
  await expect(phone).not.toBeChecked()
  await phone.check()
  const sent = page.waitForRequest('**/decision')
  await row(page, name)
    .getByRole('button', { name: /^Approve/ })
    .click()
  expect((await sent).postDataJSON()).toMatchObject({
    ...{ action: 'approve', match: expect.any(String), contacts: ['phone'] },
  })
  await expect(row(page, name)).toBeHidden()
})

test('ADMIN-02 resumes are decided upon by keyboard: J and K move, A approves, R rejects, Ctrl+Z undoes that', {
  tag: '@slow',
}, async ({ page }) => {
  const last_name = newName()
  for (const first_name of ['Gil', 'Flo', 'Eve']) {
    await sendResume(page.request, { first_name, last_name })
  }
  await signInAs(page, 'admin')
  await page.goto('/admin-dashboard')
  const person = (first: string) => row(page, `${first} ${last_name}`)
  await expect(person('Gil')).toBeVisible()
  const decisions: { action: string }[] = []
  page.on('request', (request) => {
    const isDecision = request.method() === 'POST' && request.url().endsWith('/decision')
    if (isDecision) decisions.push(request.postDataJSON())
  })
  // Without a row the key does nothing.
  await page.keyboard.press('a')
  await page.keyboard.press('Control+a')
  // Newest first; other tests' resumes may be in between.
  const goTo = async (first: string, key: 'j' | 'k') => {
    for (let steps = 0; steps < 25; steps++) {
      if (await person(first).evaluate((row) => row === document.activeElement)) return
      await page.keyboard.press(key)
    }
    await expect(person(first)).toBeFocused()
  }
  await goTo('Gil', 'j')
  await expect(person('Gil')).toHaveAttribute('aria-current', 'true')
  await goTo('Eve', 'k')
  expect(decisions).toEqual([])

  const held = page.keyboard
  await held.down('a')
  await held.down('a')
  await held.up('a')
  await expect(page.getByText('Resume approved.')).toBeVisible()
  await expect(person('Eve')).toBeHidden()
  expect(decisions).toHaveLength(1)
  expect(decisions).toMatchObject([{ action: 'approve' }])
  // The focus is on the row below it, not lost.
  await expect(page.locator('tr:focus')).toHaveAttribute('aria-current', 'true')

  await goTo('Flo', 'j')
  await page.keyboard.press('r')
  await expect(page.getByText('Resume rejected.')).toBeVisible()
  await expect(person('Flo')).toBeHidden()
  expect(decisions).toMatchObject([{ action: 'approve' }, { action: 'reject' }])
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Back among the pending')).toBeVisible()
  await expect(person('Flo')).toBeVisible()

  // Letters typed into a field are no shortcuts.
  await goTo('Gil', 'j')
  await page.getByLabel('From', { exact: true }).focus()
  await page.keyboard.press('r')
  await page.goto('/admin-dashboard')
  await expect(person('Gil')).toBeVisible()
  expect(decisions).toHaveLength(2)
})

test('ADMIN-13 REMOVAL-05 REMOVAL-08 an approved resume is found and kept on a list, until its person confirms a removal', {
  tag: '@slow',
}, async ({ browser, page }) => {
  test.slow()
  const person = { first_name: 'Ada', last_name: newName() }
  const name = `${person.first_name} ${person.last_name}`
  const address = await sendResume(page.request, person)
  await signInAs(page, 'admin')
  await page.goto('/admin-dashboard')
  await row(page, name)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(page.getByText('Resume approved.')).toBeVisible()

  const context = await browser.newContext({ storageState: SUBSCRIBER_STATE })
  const recruiter = await context.newPage()
  // The index follows changes about once a second, and a page does not repeat its search.
  const data = { filters: { query: person.last_name }, page: 1, limit: 1 }
  await expect
    .poll(async () => (await (await recruiter.request.post('/api/search', { data })).json()).count)
    .toBe(1)
  await openSearch(recruiter, `?query=${person.last_name}`)
  await card(recruiter, name)
    .getByRole('button', { name: `Add ${name} to a list` })
    .click()
  const list = uniqueName('Approved')
  const dialog = recruiter.getByRole('dialog', { name: 'Add to List' })
  await dialog.getByLabel('Name').fill(list)
  await dialog.getByRole('button', { name: 'Create and add' }).click()
  await expect(recruiter.getByText('Added to the list')).toBeVisible()
  await recruiter.goto('/lists')
  await listLink(recruiter, list).click()
  const members = recruiter.getByRole('list', { name: 'Healthcare workers' })
  await expect(members.getByText(name, { exact: true })).toBeVisible()
  await expectSynced(recruiter)

  const visitor = await (await browser.newContext({ storageState: VISITOR })).newPage()
  await fromOwnNetwork(visitor)
  await visitor.goto('/remove-info')
  await visitor.getByLabel('Email').fill(address)
  await visitor.getByRole('button', { name: 'Send the link' }).click()
  await expect(visitor.getByText('Verification Email Sent')).toBeVisible()
  await visitor.goto(await linkMailedTo(visitor, address))
  await visitor.getByRole('button', { name: 'Remove my information' }).click()
  await expect(visitor.getByText('Information Successfully Removed')).toBeVisible()

  await expect(recruiter.getByText('0 healthcare workers')).toBeVisible({ timeout: FIRST_START_MS })
  await expect(recruiter.getByText(name, { exact: true })).toBeHidden()
  await visitor.context().close()
  await context.close()
})
