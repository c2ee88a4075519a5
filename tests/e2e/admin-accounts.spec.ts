import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import { signIn, signInAs, signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { FIRST_START_MS, peopleIn, pushToServer } from './devices.ts'
import { linkMailedTo } from './mail.ts'
import { openUser, openUsers } from './users-screen.ts'

test.use({ storageState: VISITOR })

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

/** A new account, created in a browser of its own. */
async function newUser(page: Page): Promise<string> {
  const context = await page.context().browser()?.newContext({ storageState: VISITOR })
  if (!context) throw new Error('no browser')
  const email = await signUpNewUser(await context.newPage())
  await context.close()
  return email
}

test('on a tablet the figures of a user are in one line', async ({ page }) => {
  await page.setViewportSize({ width: 744, height: 1133 })
  await signInAs(page, 'admin')
  await openUsers(page, '?query=monthly@clinidex.test')
  const top = async (label: string) =>
    (await row(page, 'monthly@clinidex.test').getByText(label).boundingBox())?.y
  expect(await top('Exports')).toBe(await top('Signed up'))
})

test('USERS-01 USERS-04 USERS-05 users are listed with their figures, narrowed and sorted by the address', async ({
  page,
}) => {
  await signInAs(page, 'admin')
  await page.goto('/search')
  await page.getByRole('navigation', { name: 'Administration' }).getByText('Users').click()
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
  for (const label of ['Total users', 'Active subscriptions', 'Total exports']) {
    await expect(page.getByText(label)).toBeVisible()
  }
  await page.getByRole('searchbox', { name: 'Search by email' }).fill('MONTHLY@clin')
  await expect(page).toHaveURL(/query=MONTHLY/)
  const monthly = row(page, 'monthly@clinidex.test')
  await expect(page.getByText('1 user', { exact: true })).toBeVisible()
  for (const text of ['Monthly Plan', '145', 'A colleague at another agency', 'Never']) {
    await expect(monthly).toContainText(text === 'Never' ? /Never|\d{4}/ : text)
  }
  await page.getByRole('searchbox').fill('')
  await expect(page).not.toHaveURL(/query/)
  await page.getByRole('button', { name: 'Exports' }).click()
  await expect(page).toHaveURL(/sort=total_exports/)
  await expect(page.getByRole('columnheader', { name: 'Exports' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const exportsOf = async () =>
    (await page.getByRole('row').locator('td:nth-child(6)').allTextContents()).map((text) =>
      Number(text.replace(/\D/g, '')),
    )
  await expect
    .poll(async () => {
      const figures = await exportsOf()
      return figures.length > 10 && figures.every((n, i) => i === 0 || n <= (figures[i - 1] ?? 0))
    })
    .toBe(true)
  await page.getByRole('combobox', { name: 'Subscription' }).selectOption('Annual Plan')
  await expect(page).toHaveURL(/plan=Annual/)
  await expect(row(page, 'annual@clinidex.test')).toBeVisible()
  await page.reload()
  await expect(row(page, 'annual@clinidex.test')).toBeVisible()
  await expect(row(page, 'monthly@clinidex.test')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/sort=total_exports$/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('users.csv')
})

test('USERS-02 USERS-03 a list that does not come says why, and one without its figures that it is limited', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.route('**/api/admin/users?*', (route) => route.abort())
  await page.goto('/users')
  await expect(page.getByText('Network Connection Error')).toBeVisible()
  await page.unroute('**/api/admin/users?*')
  await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Failed to load users')).toBeVisible()
  await page.unroute('**/api/admin/users?*')
  await page.route('**/api/admin/statistics', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Limited user data available')).toBeVisible()
  await expect(row(page, 'annual@clinidex.test')).toBeVisible()
})

test('USERS-07 USERS-08 USERS-09 USERS-10 access is granted with a preview, shown as live, and revoked', async ({
  page,
}) => {
  const email = await newUser(page)
  await signInAs(page, 'admin')
  await openUser(page, email)
  const access = page.getByRole('region', { name: 'Demo access' })
  await expect(access.getByText('Nothing was granted.')).toBeVisible()
  await access.getByRole('button', { name: 'Grant access' }).click()
  const dialog = page.getByRole('dialog', { name: 'Grant demo access' })
  await expect(dialog.getByRole('region', { name: 'What it opens' })).toContainText(
    'Reveal contacts',
  )
  await expect(dialog.getByLabel('Duration').locator('option')).toHaveText([
    'Indefinite',
    '1 hour',
    '1 day',
    '1 week',
    '1 month',
  ])
  await dialog.getByLabel('Feature').selectOption('Create lists')
  await expect(dialog.getByRole('region', { name: 'What it opens' })).not.toContainText(
    'Reveal contacts',
  )
  await dialog.getByLabel('Feature').selectOption('Full access')
  await dialog.getByLabel('Duration').selectOption('1 hour')
  await dialog.getByLabel('Uses').fill('many')
  await dialog.getByLabel('Note').fill('Asked by mail')
  await dialog.getByRole('button', { name: 'Grant access' }).click()
  await expect(dialog.getByText('Please enter a whole number')).toBeVisible()
  await dialog.getByLabel('Uses').fill('3')
  await page.route('**/api/admin/grants', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Grant access' }).click()
  await expect(page.getByText('Failed to grant demo access')).toBeVisible()
  const sent = page.waitForRequest('**/api/admin/grants')
  await dialog.getByRole('button', { name: 'Grant access' }).click()
  const body = (await sent).postDataJSON()
  expect(body).toMatchObject({ featureType: 'full_access', maxUses: 3, notes: 'Asked by mail' })
  const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(55)
  expect(minutes).toBeLessThan(61)
  await expect(access.getByText('Live')).toBeVisible()
  await expect(access).toContainText('0 of 3 uses')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Access granted')
  await expect(timeline).toContainText('Signed up')
  await access.getByRole('button', { name: 'Revoke access' }).click()
  await page.route('**/api/admin/grants/revoke', (route) => route.abort(), { times: 1 })
  const confirm = page.getByRole('alertdialog')
  await confirm.getByRole('button', { name: 'Revoke access' }).click()
  await expect(page.getByText('Failed to revoke demo access')).toBeVisible()
  await access.getByRole('button', { name: 'Revoke access' }).click()
  await confirm.getByRole('button', { name: 'Revoke access' }).click()
  await expect(access.getByText('Over')).toBeVisible()
})

test('USERS-06 grants that the network fails are asked for again, a second apart', {
  tag: '@slow',
}, async ({ page }) => {
  const email = await newUser(page)
  await signInAs(page, 'admin')
  await openUsers(page, `?query=${encodeURIComponent(email)}`)
  const asked: number[] = []
  await page.route('**/api/admin/grants?*', (route) => {
    asked.push(Date.now())
    return asked.length < 3 ? route.abort() : route.continue()
  })
  await page.getByRole('link', { name: email }).click()
  await expect(page.getByText('Nothing was granted.')).toBeVisible()
  expect(asked).toHaveLength(3)
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(950)
})

test('several are granted at once, with a result for each', { tag: '@slow' }, async ({ page }) => {
  const emails = [await newUser(page), await newUser(page)]
  await signInAs(page, 'admin')
  await openUsers(page)
  for (const email of emails) await row(page, email).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Grant access' }).click()
  const dialog = page.getByRole('dialog', { name: 'Grant demo access' })
  await expect(dialog).toContainText('To 2 users.')
  await dialog.getByRole('button', { name: 'Grant access' }).click()
  for (const email of emails) {
    await expect(row(page, email)).toContainText('Access granted')
    await expect(row(page, email)).toContainText('until')
  }
})

test('TEAMS-06 an administrator opens a team for a user, and sets its seats', async ({
  page,
  browser,
}) => {
  const phone = await (await browser.newContext({ storageState: VISITOR })).newPage()
  const email = await signUpNewUser(phone)
  await signInAs(page, 'admin')
  await openUser(page, email)
  const teams = page.getByRole('region', { name: 'Teams' })
  await expect(teams.getByText('In no team.')).toBeVisible()
  await teams.getByRole('button', { name: 'Open a team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open a team' })
  await dialog.getByLabel('Seats').fill('many')
  await dialog.getByRole('button', { name: 'Open team' }).click()
  await expect(dialog.getByText('Please give the team a name.')).toBeVisible()
  await expect(
    dialog.getByText('Please enter a whole number from 1 to 10,000.', { exact: true }),
  ).toBeVisible()
  await dialog.getByLabel('Name').fill('Harbor desk')
  await dialog.getByLabel('Seats').fill('5')
  await page.route('**/api/admin/teams', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Open team' }).click()
  await expect(page.getByText('Failed to open the team')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Harbor desk')
  const opened = page.waitForResponse('**/api/admin/teams')
  await dialog.getByRole('button', { name: 'Open team' }).click()
  const { id } = await (await opened).json()
  await expect(page.getByText('Team opened')).toBeVisible()
  const desk = teams.getByRole('listitem', { name: 'Harbor desk' })
  await expect(desk).toContainText('Owner · 1 of 5 seats taken')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Team created')
  await expectAccessible(page, 'a team')

  // One joins whom this screen does not know of yet.
  const ben = await (await browser.newContext({ storageState: VISITOR })).newPage()
  const address = await signUpNewUser(ben)
  const json = { email: address, role: 'recruiter' }
  await phone.request.post(`/api/teams/${id}/invites`, { data: json })
  const token = new URL(await linkMailedTo(page, address)).searchParams.get('token')
  expect((await ben.request.post('/api/team-invites/accept', { data: { token } })).status()).toBe(
    200,
  )
  const seats = desk.getByLabel('Seats of Harbor desk')
  const save = desk.getByRole('button', { name: 'Save' })
  await seats.fill('0')
  await save.click()
  await expect(desk.getByText('Please enter a whole number from 1 to 10,000.')).toBeVisible()
  await seats.fill('1')
  await save.click()
  await expect(page.getByText('Failed to set the seats')).toBeVisible()
  await expect(page.getByText('2 members of this team have a seat.')).toBeVisible()
  await expect(seats).toHaveValue('1')
  await seats.fill('7')
  await save.click()
  await expect(page.getByText('Seats set')).toBeVisible()
  await expect(desk).toContainText('2 of 7 seats taken')
  await expect(seats).toHaveValue('7')

  await phone.goto('/account?tab=team')
  await expect(phone.getByRole('region', { name: 'Harbor desk' })).toContainText(
    '2 of 7 seats used',
    { timeout: FIRST_START_MS },
  )
  await phone.context().close()
  await ben.context().close()
})

test('USERS-11 USERS-12 USERS-13 a user is banned, let in again and deleted by one call, after the password where it was long ago', {
  tag: '@slow',
}, async ({ page }) => {
  const email = await newUser(page)
  await signInAs(page, 'admin')
  await openUser(page, email)
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  const ban = page.getByRole('dialog', { name: `Ban ${email}?` })
  await ban.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(ban.getByText('Please say why.')).toBeVisible()
  await ban.getByLabel('Reason').fill('Scraping')
  await ban.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.getByText('User banned')).toBeVisible()
  await expect(page.getByText(/^Banned on .*: Scraping$/)).toBeVisible()
  await page.getByRole('button', { name: 'Lift the ban' }).click()
  // Of a plan nothing is said: there is none.
  await expect(page.locator('[data-toast]').filter({ hasText: 'Ban lifted' })).not.toContainText(
    'plan',
  )
  await expect(page.getByRole('button', { name: 'Ban', exact: true })).toBeVisible()

  const calls = () => page.waitForRequest((request) => request.method() === 'DELETE')
  const deletions: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(request.url())
  })
  const confirm = page.getByRole('alertdialog', { name: `Delete ${email}?` })
  await page.route('**/api/admin/users/*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Delete user' }).click()
  await expect(confirm).toHaveAccessibleDescription(
    'Lists, searches, templates and history go with the account, and its plan ends at once. A team that it alone owns goes to its next manager or recruiter, or closes. It cannot be undone.',
  )
  await confirm.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Failed to delete user')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
  expect(deletions).toHaveLength(1)
  // As after ten minutes.
  await page.route(
    '**/api/admin/users/*',
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'confirmation_required', message: 'Please confirm.' } },
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Delete user' }).click()
  await confirm.getByRole('button', { name: 'Delete for good' }).click()
  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill('not the password')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByText('The password is not correct.')).toBeVisible()
  await question.getByLabel('Password', { exact: true }).fill('clinidex')
  const deleted = calls()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await deleted
  await expect(page.getByText('User deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/users$/)
  await openUsers(page)
  await expect(row(page, email)).toBeHidden()
})

test('a support code is read out, opened, and ended by who made it', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ storageState: VISITOR })
  const caller = await context.newPage()
  const email = await signUpNewUser(caller)
  await subscribe(caller)
  const candidate_ids = await peopleIn(caller, 2)
  const list = { id: randomUUID(), name: 'Nights', candidate_ids }
  await pushToServer(caller, [['lists.create', list]])
  await caller.goto('/account?tab=security')
  await caller.getByRole('button', { name: 'Show a support code' }).click()
  const shown = caller.getByRole('region', { name: 'Support code' })
  const code = ((await shown.getByText(/^\d{3} \d{3}$/).textContent()) ?? '').trim()
  await signInAs(page, 'admin')
  await openUsers(page)
  await page.getByRole('button', { name: 'Support code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open a support code' })
  await dialog.getByLabel('Code').fill('12')
  await dialog.getByRole('button', { name: 'Open' }).click()
  await expect(dialog.getByText('Please enter the six digits.')).toBeVisible()
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
  const support = page.getByRole('region', { name: 'Support', exact: true })
  await expect(support.locator('dl')).toContainText(
    'Lists1People on lists2Saved people0Saved searches0Templates0Reveals0Exports0Sync',
  )
  await caller.reload()
  await expect(shown.getByText('Support is looking.')).toBeVisible()
  await shown.getByRole('button', { name: 'End it' }).click()
  await expect(shown.getByText('Support is looking.')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Support code ended')
  await expect(support).toBeHidden()
  await context.close()
})

test('an address that asks an administrator’s screen for what there is not shows the screen without it', async ({
  page,
}) => {
  const refusals: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refusals.push(answer.url())
  })
  await signInAs(page, 'admin')
  await page.goto('/admin-audit?from=2026-02-30&to=0000-01-01')
  await expect(page.getByRole('table', { name: 'Audit log, newest first' })).toBeVisible()
  await page.goto('/resume-approval?tab=nonsense&page=-1')
  await expect(page.getByRole('tab', { name: 'Pending' })).toHaveAttribute('aria-selected', 'true')
  await page.goto('/admin-settings?tab=nonsense')
  await expect(page.getByRole('tab', { name: 'Visual Assets' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  expect(refusals).toEqual([])
})

test('the audit log is narrowed by its form, keeps that in the address, and leaves as a file', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin-dashboard')
  await page.getByRole('link', { name: 'Audit log' }).click()
  const table = page.getByRole('table', { name: 'Audit log, newest first' })
  await expect(table).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(table.getByRole('row')).toHaveCount(101)
  await page.getByLabel('Action').selectOption('Banned')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/action=user\.ban/)
  await expect(table.getByRole('cell', { name: 'Banned', exact: true }).first()).toBeVisible()
  await expect(table.getByRole('cell', { name: 'Signed in' })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'NDJSON' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('audit.ndjson')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(new Set(lines.map((line) => JSON.parse(line).action))).toEqual(new Set(['user.ban']))
  await page.getByLabel('Text').fill(randomUUID())
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('USERS-11 NAV-16 nobody but an administrator gets there', async ({ page }) => {
  await signIn(page, 'free@clinidex.test')
  for (const path of ['/users', '/users/anybody', '/admin-audit']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/account$/)
  }
})
