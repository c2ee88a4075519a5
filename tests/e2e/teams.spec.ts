import { expect, test } from 'playwright/test'
import { signUpNewUser, VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { faultyControls } from './controls.ts'
import { FIRST_START_MS } from './devices.ts'
import { holdRequests } from './hold-requests.ts'
import { newAddress } from './mail.ts'
import { countPresses } from './presses.ts'
import {
  chooseFor,
  createTeam,
  day,
  dialog,
  invite,
  join,
  members,
  owner,
  phone,
  shownDeskOfTwo,
  team,
  teamTab,
} from './team-screen.ts'

test.use({ storageState: VISITOR })
test.describe.configure({ timeout: 3 * FIRST_START_MS })

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
  const { ben } = await shownDeskOfTwo(page, browser, 'Roles')
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
  const { ben } = await shownDeskOfTwo(page, browser, 'Removals')
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
      { timeout: FIRST_START_MS },
    )
  })
})

test('the only owner hands over or closes, never just leaves; a member leaves', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const { ben } = await shownDeskOfTwo(page, browser, 'Endings')
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
    /^It ends for you, its only member. Devices lose the team’s lists within a minute when open/,
  )
  await closing.getByRole('button', { name: 'Close for good' }).click()
  await expect(ben.getByRole('heading', { name: 'You are in no team yet' })).toBeVisible()
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
