import { expect, test } from 'playwright/test'
import { VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { faultyControls } from './controls.ts'
import { FIRST_START_MS } from './devices.ts'
import { holdRequests } from './hold-requests.ts'
import { linkMailedTo, newAddress } from './mail.ts'
import {
  createTeam,
  day,
  invitations,
  invite,
  members,
  owner,
  PHONE,
  phone,
  shownDeskOfTwo,
  team,
} from './team-screen.ts'

test.use({ storageState: VISITOR })
test.describe.configure({ timeout: 3 * FIRST_START_MS })

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
  await expect(visitor.getByText('You are in Night desk')).toBeVisible()
  await expect(visitor).toHaveURL(/\/lists$/)
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
      'It was used, revoked or replaced by a newer mail, or is older than 7 days. If you joined by it, the team is with your lists; if not, who invited you can send you a new one.',
    )
  })
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
  const { email } = await shownDeskOfTwo(page, browser, 'Refusals')
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
