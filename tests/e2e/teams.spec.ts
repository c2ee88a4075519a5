import { type Browser, expect, type Page, test } from 'playwright/test'
import { formatDay } from '#web/lib/format.ts'
import { signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { faultyControls } from './controls.ts'
import { FIRST_START_MS } from './devices.ts'
import { holdRequests } from './hold-requests.ts'
import { linkMailedTo, newAddress } from './mail.ts'
import { countPresses } from './presses.ts'

test.use({ storageState: VISITOR })
test.describe.configure({ timeout: 3 * FIRST_START_MS })

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const DAY_MS = 86_400_000
const day = (daysOn: number) => formatDay(new Date(Date.now() + daysOn * DAY_MS).toISOString())

const teamTab = (page: Page) => page.goto('/account?tab=team')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** Not the devices that each of them has. */
const members = (page: Page) =>
  page.getByRole('region', { name: 'Members' }).locator(':scope > ul > li')
const invitations = (page: Page) => page.getByRole('list', { name: 'Open invitations' })
const team = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A subscriber's browser, at the desk. */
async function owner(page: Page, name = 'Ana'): Promise<void> {
  await signUpNewUser(page, { name })
  await subscribe(page)
}

/** Creates a team through the screen. */
async function createTeam(page: Page, name: string): Promise<void> {
  await teamTab(page)
  await page.getByRole('button', { name: 'New team' }).click()
  await dialog(page, 'New team').getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create team' }).click()
  await expect(members(page)).toHaveCount(1, { timeout: FIRST_START_MS })
}

async function invite(page: Page, email: string, role = 'Recruiter'): Promise<void> {
  const form = page.getByRole('region', { name: 'Invite' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Role').selectOption(role)
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invitations(page).getByText(email)).toBeVisible()
}

/** A phone of a person who has an account here. */
async function phone(browser: Browser, name: string, email = newAddress()): Promise<Page> {
  const context = await browser.newContext({ storageState: VISITOR, ...PHONE })
  const page = await context.newPage()
  await signUpNewUser(page, { email, name })
  return page
}

/** Joins by the mailed link, with the account that is signed in. */
async function join(page: Page, email: string): Promise<void> {
  await page.goto(await linkMailedTo(page, email))
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page).toHaveURL(/\/lists$/)
}

/** A team of Ana, at the desk, and of Ben on his phone. */
async function deskOfTwo(
  page: Page,
  browser: Browser,
  name: string,
): Promise<{ ben: Page; email: string }> {
  await owner(page)
  await createTeam(page, name)
  const email = newAddress()
  const ben = await phone(browser, 'Ben', email)
  await invite(page, email)
  await join(ben, email)
  await expect(members(page)).toHaveCount(2)
  return { ben, email }
}

async function chooseFor(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('creates a team: a name that cannot be is refused in words and kept, and its creator owns it', {
  tag: '@slow',
}, async ({ page }) => {
  await owner(page)
  await page.goto('/account')
  await page.getByRole('tab', { name: 'Team' }).click()
  await expect(page).toHaveURL('/account?tab=team')
  await expect(page.getByRole('heading', { name: 'You are in no team yet' })).toBeVisible({
    timeout: FIRST_START_MS,
  })
  await expectAccessible(page, 'no team')
  await page.getByRole('button', { name: 'New team' }).click()
  const asked = dialog(page, 'New team')
  await expect(asked).toHaveAccessibleDescription(
    'You are its owner. It begins with two seats, one of them yours.',
  )
  const create = asked.getByRole('button', { name: 'Create team' })
  await create.click()
  await expect(asked.getByText('Please give the team a name.')).toBeVisible()
  await asked.getByLabel('Name').fill('Desk https://evil.test')
  await create.click()
  await expect(asked.getByText(/^A name is one line of up to 120 characters/)).toBeVisible()
  await expect(asked.getByLabel('Name')).toHaveValue('Desk https://evil.test')
  await expectAccessible(page, 'creating')
  await asked.getByLabel('Name').fill('  Gulf Coast desk ')
  await create.click()

  const desk = team(page, 'Gulf Coast desk')
  await expect(desk.getByText('You: Owner · 1 of 2 seats used')).toBeVisible()
  await expect(asked).toBeHidden()
  await expect(members(page)).toContainText([`Ana (you)Owner · joined ${day(0)}`])
  // Nothing that the server would refuse: the only owner's role stays.
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expectAccessible(page, 'a team')
})

test('without a plan says what creating needs, and where a plan is', { tag: '@slow' }, async ({
  page,
}) => {
  await signUpNewUser(page)
  await teamTab(page)
  await expect(page.getByText('Creating a team needs a Monthly or Annual plan.')).toBeVisible({
    timeout: FIRST_START_MS,
  })
  await expect(page.getByRole('button', { name: 'New team' })).toHaveCount(0)
  await expect(
    page.getByRole('tabpanel').getByRole('link', { name: 'See the plans' }),
  ).toHaveAttribute('href', '/pricing')
})

test('a visitor joins by the mailed link: signs up on the way, comes back and presses once', {
  tag: '@slow',
}, async ({ page, browser }) => {
  await owner(page)
  await createTeam(page, 'Night desk')
  const email = newAddress()
  await invite(page, email, 'Viewer')
  await expect(invitations(page).getByRole('listitem')).toHaveText([
    `${email}Viewer, invited by Ana · expires ${day(7)}Revoke`,
  ])
  await expect(page.getByRole('region', { name: 'Invite' }).getByLabel('Email')).toHaveValue('')

  const context = await browser.newContext({ storageState: VISITOR, ...PHONE })
  const visitor = await context.newPage()
  const elsewhere: string[] = []
  visitor.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin)) elsewhere.push(request.url())
  })
  const link = await linkMailedTo(visitor, email)
  expect(new URL(link).pathname).toBe('/join')
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Join Night desk')
  await expect(
    visitor.getByText(
      'Ana invites you to the team Night desk as a viewer. A viewer sees what the team shares and changes nothing.',
    ),
  ).toBeVisible()
  await expectAccessible(visitor, 'an invitation')
  expect(await faultyControls(visitor)).toEqual([])
  await visitor.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(visitor).toHaveURL('/signup')
  await expect(visitor.getByText('Joining the team follows.')).toBeVisible()
  await visitor.getByLabel('Email', { exact: true }).fill(email)
  await visitor.getByLabel('Password', { exact: true }).fill('tidepool-9')
  await visitor.getByLabel('Confirm password', { exact: true }).fill('tidepool-9')
  await visitor.getByRole('checkbox').click()
  await visitor.getByRole('button', { name: 'Create account' }).click()
  await expect(visitor).toHaveURL(/\/check-email-confirmation$/)
  // The confirmation of the address leads back to the invitation.
  await visitor.goto(await linkMailedTo(visitor, email))
  await expect(visitor).toHaveURL(link)
  await expect(visitor.getByText(`You are signed in as ${email}.`)).toBeVisible()
  await visitor.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(visitor).toHaveURL(/\/lists$/)
  await expect(visitor.getByText('You are in Night desk')).toBeVisible()
  // No other site could learn of the token from a referrer.
  expect(elsewhere).toEqual([])

  await expect(members(page)).toHaveCount(2)
  await expect(team(page, 'Night desk').getByText('1 of 2 seats used · 1 viewer')).toBeVisible()
  // Accepted: no open invitation is left.
  await expect(invitations(page)).toHaveCount(0)
  await test.step('the link works once', async () => {
    await visitor.goto(link)
    await expect(
      visitor.getByRole('heading', { name: 'This invitation does not work' }),
    ).toBeVisible()
    await expect(visitor.getByRole('alert').first()).toHaveText(
      'It was used or revoked, or is older than 7 days. Who invited you can send you a new one.',
    )
  })
})

test('from creating a team to a member on the phone takes four presses', {
  tag: '@slow',
}, async ({ page, browser }) => {
  await owner(page)
  const email = newAddress()
  const ben = await phone(browser, 'Ben', email)
  const [first, second] = [await countPresses(page), await countPresses(ben)]
  await createTeam(page, 'Short way')
  await invite(page, email)
  await join(ben, email)
  await teamTab(ben)
  await expect(team(ben, 'Short way').getByText('You: Recruiter')).toBeVisible({
    timeout: FIRST_START_MS,
  })
  expect([first(), second()]).toEqual([3, 1])
})

test('a changed role is there on the other device, with what it allows', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  const { ben } = await deskOfTwo(page, browser, 'Roles')
  await chooseFor(page, 'Ben', 'Change role…')
  const asked = dialog(page, 'Role of Ben')
  await asked.getByLabel('Role').selectOption('Manager')
  await expect(asked.getByText(/invites and removes recruiters and viewers/)).toBeVisible()
  await expectAccessible(page, 'a role')
  await asked.getByRole('button', { name: 'Change role' }).click()
  await expect(asked).toBeHidden()
  await expect(members(page).nth(1)).toContainText('Manager · joined')

  await teamTab(ben)
  await expect(team(ben, 'Roles').getByText('You: Manager · 2 of 2 seats used')).toBeVisible({
    timeout: FIRST_START_MS,
  })
  // A manager invites recruiters and viewers, and neither removes the owner nor closes the team.
  const role = ben.getByRole('region', { name: 'Invite' }).getByLabel('Role')
  await expect(role.getByRole('option')).toHaveText(['Recruiter', 'Viewer'])
  await expect(ben.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expect(ben.getByRole('button', { name: 'Close the team' })).toHaveCount(0)
  expect(await faultyControls(ben)).toEqual([])

  await chooseFor(page, 'Ben', 'Change role…')
  await dialog(page, 'Role of Ben').getByLabel('Role').selectOption('Viewer')
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(team(ben, 'Roles').getByText('You: Viewer · 1 of 2 seats used')).toBeVisible()
  await expect(ben.getByRole('region', { name: 'Invite' })).toHaveCount(0)
  await expect(ben.getByRole('region', { name: 'Settings' })).toHaveCount(0)
})

test('removing says what follows, and the removed one’s phone shows the team no more', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const { ben } = await deskOfTwo(page, browser, 'Removals')
  await teamTab(ben)
  await expect(team(ben, 'Removals')).toBeVisible({ timeout: FIRST_START_MS })
  // The phone has rows of its own by then, not the server's answers alone.
  await expect(members(page).nth(1)).toContainText(/Chrome on \w+: last seen /, {
    timeout: FIRST_START_MS,
  })
  await chooseFor(page, 'Ben', 'Remove from the team…')
  const asked = dialog(page, 'Remove Ben from Removals?')
  await expect(asked).toHaveAccessibleDescription(
    'Ben’s devices lose the team’s lists within a minute when open; offline ones at the latest after 7 days, when the lease ends. What was exported before, photographs and a copied disk are not reached.',
  )
  await expectAccessible(page, 'removing')
  await asked.getByRole('button', { name: 'Keep Ben' }).click()
  await expect(page.getByRole('button', { name: 'Actions for Ben' })).toBeFocused()
  await chooseFor(page, 'Ben', 'Remove from the team…')
  await asked.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(asked).toBeHidden()
  await expect(members(page).nth(1)).toContainText(`Ben (left)Recruiter · ${day(0)} – ${day(0)}`)
  await expect(team(page, 'Removals').getByText('1 of 2 seats used')).toBeVisible()

  await expect(ben.getByRole('heading', { name: 'You are in no team yet' })).toBeVisible()
  await expect(team(ben, 'Removals')).toHaveCount(0)
  await test.step('the remover is told when the phone is empty', async () => {
    await expect(members(page).nth(1)).toContainText(
      /Chrome on \w+: emptied \d{1,2}:\d\d:\d\d [AP]M$/,
      { timeout: 120_000 },
    )
  })
})

test('the only owner hands over or closes, never just leaves; a member leaves', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const { ben } = await deskOfTwo(page, browser, 'Endings')
  await page.getByRole('button', { name: 'Leave the team' }).click()
  const refused = dialog(page, 'You are the only owner')
  await expect(refused).toHaveAccessibleDescription(
    'A team keeps an owner. Hand Endings over to another member first, from the menu beside the name, or close it.',
  )
  await expect(refused.getByRole('button', { name: 'Leave' })).toHaveCount(0)
  await refused.getByRole('button', { name: 'Stay' }).click()

  await chooseFor(page, 'Ben', 'Hand the team over…')
  const asked = dialog(page, 'Hand Endings over to Ben?')
  await expect(asked).toHaveAccessibleDescription(
    'Ben becomes the owner, and you a manager. Roles, managers, seats and closing the team are then Ben’s to decide: only Ben can hand it back.',
  )
  await asked.getByRole('button', { name: 'Hand over' }).click()
  await expect(team(page, 'Endings').getByText('You: Manager')).toBeVisible()

  await page.getByRole('button', { name: 'Leave the team' }).click()
  const leaving = dialog(page, 'Leave Endings?')
  await expect(leaving).toHaveAccessibleDescription(
    'Your devices lose the team’s lists within a minute when open; offline ones at the latest after 7 days, when the lease ends. What was exported before, photographs and a copied disk are not reached.',
  )
  await leaving.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You are in no team yet' })).toBeVisible()

  await teamTab(ben)
  await expect(members(ben)).toHaveText([/^Ben \(you\)Owner/, /^Ana \(left\)Manager/], {
    timeout: FIRST_START_MS,
  })
  await ben.getByRole('button', { name: 'Close the team' }).click()
  const closing = dialog(ben, 'Close Endings?')
  await expect(closing).toHaveAccessibleDescription(
    /^It ends for 1 person, you among them. Devices lose the team’s lists within a minute when open/,
  )
  await closing.getByRole('button', { name: 'Close for good' }).click()
  await expect(ben.getByRole('heading', { name: 'You are in no team yet' })).toBeVisible()
})

test('another account than the invited one is told so, signs out, and the invitation stays', {
  tag: '@slow',
}, async ({ page, browser }) => {
  await owner(page)
  await createTeam(page, 'Wrong door')
  const email = newAddress()
  await invite(page, email)
  const ben = await phone(browser, 'Ben')
  const link = await linkMailedTo(ben, email)
  await ben.goto(link)
  await ben.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(ben.getByRole('main').getByRole('alert')).toContainText(
    /^It was mailed to another address than ada\.\w+@example\.com\. Sign out, then sign in or sign up with the address that the mail came to\.$/,
  )
  await expectAccessible(ben, 'the wrong account')
  await ben.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await expect(ben.getByRole('main').getByRole('link', { name: 'Sign up' })).toBeVisible()
  await expect(ben).toHaveURL(link)

  await test.step('signing in with the invited one comes back to it', async () => {
    const other = await phone(browser, 'Cleo', email)
    await other.context().clearCookies()
    await other.goto(link)
    await other.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await other.getByLabel('Email', { exact: true }).fill(email)
    await other.getByLabel('Password', { exact: true }).fill('clinidex')
    await other.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(other).toHaveURL(link)
    await other.getByRole('button', { name: 'Join', exact: true }).click()
    await expect(other).toHaveURL(/\/lists$/)
  })
})

test('an invitation that is revoked, unknown or cut off says so, and one that cannot be read is tried again', {
  tag: '@slow',
}, async ({ page }) => {
  await owner(page)
  await createTeam(page, 'Revoked')
  const email = newAddress()
  await invite(page, email)
  const link = await linkMailedTo(page, email)
  await page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click()
  await expect(page.getByText('Invitation revoked')).toBeVisible()
  await expect(invitations(page)).toHaveCount(0)

  const heading = page.getByRole('heading', { level: 1 })
  for (const path of [link, `/join?token=${'x'.repeat(43)}`]) {
    await page.goto(path)
    await expect(heading).toHaveText('This invitation does not work')
  }
  for (const path of ['/join', link.slice(0, -3)]) {
    await page.goto(path)
    await expect(heading).toHaveText('This link is not complete')
  }
  await page.route('**/api/team-invites/read', (route) => route.abort())
  await page.goto(link)
  await expect(heading).toHaveText('The invitation could not be read')
  await page.unroute('**/api/team-invites/read')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading).toHaveText('This invitation does not work')
})

test('an invitation that the server refuses says why and keeps the address', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const { email } = await deskOfTwo(page, browser, 'Refusals')
  const form = page.getByRole('region', { name: 'Invite' })
  const send = form.getByRole('button', { name: 'Send invitation' })
  await form.getByLabel('Email').fill('nobody')
  await send.click()
  await expect(form.getByRole('alert').first()).toHaveText('Please enter a valid email address.')
  await expect(form.getByLabel('Email')).toHaveValue('nobody')
  // In another case it is the same address.
  await form.getByLabel('Email').fill(email.toUpperCase())
  await send.click()
  await expect(form.getByText('Whoever has this address is a member already.')).toBeVisible()
  await expect(form.getByLabel('Email')).toHaveValue(email.toUpperCase())
  await expect(form.getByText('No seat is free: joining waits until one is.')).toBeVisible()
  await form.getByLabel('Role').selectOption('Viewer')
  await expect(form.getByText('No seat is free')).toHaveCount(0)

  await test.step('offline the roster stays, and a change says that it needs a connection', async () => {
    await page.context().setOffline(true)
    await expect(page.getByText('You are offline. This is the team as')).toBeVisible()
    await form.getByLabel('Email').fill('dana@example.com')
    await send.click()
    await expect(form.getByText('This needs a connection. Nothing was changed.')).toBeVisible()
    await expect(form.getByLabel('Email')).toHaveValue('dana@example.com')
    await expect(members(page)).toHaveCount(2)
    await page.context().setOffline(false)
    await send.click()
    await expect(invitations(page).getByText('dana@example.com')).toBeVisible()
  })
})

test('an address that is typed while an invitation is sent stays', { tag: '@slow' }, async ({
  page,
}) => {
  await owner(page)
  await createTeam(page, 'Two addresses')
  const release = await holdRequests(page, '**/api/teams/*/invites')
  const form = page.getByRole('region', { name: 'Invite' })
  const email = form.getByLabel('Email')
  await email.fill('first@example.com')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await email.fill('second@example.com')
  release()
  await expect(page.getByText('To first@example.com.')).toBeVisible()
  await expect(invitations(page).getByText('first@example.com')).toBeVisible()
  await expect(email).toHaveValue('second@example.com')
})

test('a saved setting stays in its field until its row is here, and so does what is typed meanwhile', {
  tag: '@slow',
}, async ({ page }) => {
  await owner(page)
  await createTeam(page, 'Before')
  const form = page.getByRole('region', { name: 'Settings', exact: true })
  const name = form.getByLabel('Team name')
  const save = form.getByRole('button', { name: 'Save settings' })
  const saved = page.getByText('Team saved')

  await test.step('without the row', async () => {
    // Never reaches the server, so that no row follows.
    await page.route('**/api/teams/*', (route) => route.fulfill({ json: {} }), { times: 1 })
    await name.fill(' After ')
    await save.click()
    await expect(saved).toBeVisible()
    await expect(name).toHaveValue(' After ')
  })

  await test.step('with the row', async () => {
    await save.click()
    await expect(team(page, 'After')).toBeVisible()
    // As the row has it.
    await expect(name).toHaveValue('After')
  })

  await test.step('typed before the answer', async () => {
    const release = await holdRequests(page, '**/api/teams/*')
    await name.fill('Sent')
    await save.click()
    await name.fill('Typed since')
    release()
    await expect(team(page, 'Sent')).toBeVisible()
    await expect(save).not.toHaveAttribute('aria-busy')
    await expect(name).toHaveValue('Typed since')
  })
})

test('settings are saved for all members, within their limits', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  const { ben } = await deskOfTwo(page, browser, 'Settings')
  const form = page.getByRole('region', { name: 'Settings', exact: true })
  await form.getByLabel('Lease').fill('15')
  await form.getByLabel('Cooldown').fill('x')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(form.getByText('Please enter a number of days from 1 to 14.')).toBeVisible()
  await expect(form.getByText('Please enter a number of days from 0 to 90.')).toBeVisible()
  await form.getByLabel('Lease').fill('3')
  await form.getByLabel('Cooldown').fill('0')
  // Longest name, in both directions.
  const name = `مكتب ${'🩺'.repeat(115)}`
  await form.getByLabel('Team name').fill(name)
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Team saved')).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()

  await teamTab(ben)
  await expect(ben.getByRole('heading', { name })).toBeVisible({ timeout: FIRST_START_MS })
  await ben.getByRole('button', { name: 'Leave the team' }).click()
  await expect(ben.getByRole('dialog')).toHaveAccessibleDescription(/at the latest after 3 days/)
  const width = await ben.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(360)
})

test('paying for seats leads back to the team, and says what came of it', { tag: '@slow' }, async ({
  page,
}) => {
  await owner(page)
  await createTeam(page, 'Paying desk')
  const seats = page.getByRole('region', { name: 'Seats' })
  const toPayment = seats.getByRole('button', { name: 'Continue to payment' })
  await toPayment.click()
  await page.getByRole('button', { name: 'Go back without paying' }).click()
  await expect(page).toHaveURL(/\/account\?tab=team&team=[0-9a-f-]{36}&payment=cancelled$/)
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible()
  await seats.getByRole('button', { name: 'One seat more' }).click()
  await toPayment.click()
  await page.getByRole('button', { name: 'Pay with the test card' }).click()
  await expect(page).toHaveURL(/\/account\?tab=team&team=[0-9a-f-]{36}&payment=cs_test_\w+$/)
  await expect(page.getByText('Payment received. The team’s plan is open.')).toBeVisible()
  await expect(seats.getByText('3 seats, 1 used')).toBeVisible()
  await expect(seats.getByText(/^Monthly Plan\. It renews on /)).toBeVisible()
  await expectAccessible(page, 'paid')

  await test.step('a price that comes after the amount was changed is not shown for it', async () => {
    const release = await holdRequests(page, '**/api/teams/*/plan/preview')
    const seePrice = seats.getByRole('button', { name: 'See the price' })
    const more = seats.getByRole('button', { name: 'One seat more' })
    await more.click()
    await seePrice.click()
    await more.click()
    release()
    await expect(seePrice).not.toHaveAttribute('aria-busy')
    await expect(seats.getByRole('status')).toBeEmpty()
    await seePrice.click()
    await expect(seats.getByRole('status')).toContainText('$1,475 each month')
    await expect(seats.getByRole('button', { name: 'Buy 2 seats' })).toBeVisible()
  })

  await seats.getByRole('button', { name: 'Manage Billing' }).click()
  await page.getByRole('link', { name: 'Back to the app' }).click()
  await expect(page).toHaveURL(/\/account\?tab=team&team=[0-9a-f-]{36}$/)
  await expect(seats.getByText('3 seats, 1 used')).toBeVisible()

  await test.step('a member with both plans is told so, and cancels the own one', async () => {
    await page.goto('/account?tab=subscription')
    await expect(page.getByText(/^You pay for a plan of your own/)).toHaveText(
      'You pay for a plan of your own, and have a seat in that of Paying desk. ' +
        'The better of the two counts. Your own can be cancelled under Manage Billing.',
    )
    await page.getByRole('button', { name: 'Manage Billing' }).click()
    await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
    await page.getByRole('link', { name: 'Back to the app' }).click()
    await expect(page).toHaveURL(/\/account$/)
    await page.getByRole('tab', { name: 'Subscription' }).click()
    await expect(page.getByText(/^Open until .* It does not renew\.$/)).toBeVisible()
    await teamTab(page)
    await expect(seats.getByText(/^Monthly Plan\. It renews on /)).toBeVisible()
  })
})
