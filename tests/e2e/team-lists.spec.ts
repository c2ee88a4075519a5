import { expect, type Locator, type Page, test } from 'playwright/test'
import { VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { faultyControls } from './controls.ts'
import {
  FIRST_START_MS,
  listLink,
  makeList,
  openLists,
  openWithDevice,
  peopleIn,
  pushToServer,
  syncStatus,
  userIdOf,
} from './devices.ts'
import { deskOfTwo, PHONE } from './team-screen.ts'
import { stopClock } from './time.ts'
import { holdNextToast } from './toasts.ts'

test.use({ storageState: VISITOR })
test.describe.configure({ timeout: 3 * FIRST_START_MS })

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const inGroup = (page: Page, name: string, list: string) =>
  group(page, name).getByRole('link', { name: list, exact: true })

test('lists stand under their owner, and one moves to the team and back', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  const { id: team, ben } = await deskOfTwo(page, browser, 'Gulf desk')
  await page.goto('/lists')
  await makeList(page, 'Night nurses')
  await expect(inGroup(page, 'Mine', 'Night nurses')).toBeVisible()
  await expect(group(page, 'Gulf desk').getByText('No lists yet.')).toBeVisible()
  await expectAccessible(page, 'two groups')

  await page.getByRole('button', { name: 'Move Night nurses to Gulf desk' }).click()
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(
    'Everybody in Gulf desk will see the list, the people on it and their history.',
  )
  await holdNextToast(page)
  await page.getByRole('button', { name: 'Move list' }).click()
  await expect(page.getByText('Moved to Gulf desk')).toBeVisible()
  await expect(inGroup(page, 'Gulf desk', 'Night nurses')).toBeVisible()
  await expect(inGroup(page, 'Mine', 'Night nurses')).toHaveCount(0)
  await expect(group(page, 'Gulf desk').getByRole('row')).toContainText(['Name', 'by you'])

  await test.step('the other member sees it and whose it is', async () => {
    await ben.goto('/lists')
    await expect(inGroup(ben, 'Gulf desk', 'Night nurses')).toBeVisible({ timeout: FIRST_START_MS })
    await expect(group(ben, 'Gulf desk').getByText(/^0 physicians, .*, by Ana$/)).toBeVisible()
    // Deleting and moving is its maker's, and a manager's.
    await expect(ben.getByRole('button', { name: /^(Delete|Move) Night nurses/ })).toHaveCount(0)
    await inGroup(ben, 'Gulf desk', 'Night nurses').click()
    await expect(ben).toHaveURL(new RegExp(`/lists/[0-9a-f-]{36}\\?team=${team}$`))
    await expect(ben.getByText('Gulf desk, made by Ana')).toBeVisible()
    expect(await faultyControls(ben)).toEqual([])
  })

  await test.step('Undo takes it back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(inGroup(page, 'Mine', 'Night nurses')).toBeVisible()
    await expect(ben.getByText('List not found')).toBeVisible()
    await expect(ben).toHaveURL('/search')
  })
})

test('a list made for the team is on the phone of the other at once', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  const { ben } = await deskOfTwo(page, browser, 'Day desk')
  await ben.goto('/lists')
  await expect(group(ben, 'Day desk')).toBeVisible({ timeout: FIRST_START_MS })
  await page.goto('/lists')
  await expect(group(page, 'Day desk')).toBeVisible({ timeout: FIRST_START_MS })
  await page.getByRole('button', { name: 'New list' }).click()
  const asked = page.getByRole('dialog', { name: 'New list' })
  await asked.getByLabel('Name').fill('Shared picks')
  await asked.getByLabel('Whose list').selectOption('Day desk')
  await asked.getByRole('button', { name: 'Create list' }).click()
  await expect(inGroup(ben, 'Day desk', 'Shared picks')).toBeVisible()
})

test('stages and assignments show who, and a stage set over another can be taken back', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const { id: team, ben } = await deskOfTwo(page, browser, 'Stage desk')
  const [candidate_id = ''] = await peopleIn(page, 1)
  const id = crypto.randomUUID()
  const list = { owner: team, id, name: 'Callbacks', candidate_ids: [candidate_id] }
  await pushToServer(page, [['lists.create', list]])
  const address = `/lists/${id}?team=${team}`
  await ben.goto(address)
  await page.goto(address)
  const stage = (on: Page) => on.getByLabel(/^Stage of /)
  await expect(stage(ben)).toHaveValue('', { timeout: FIRST_START_MS })
  await stage(ben).selectOption('Interested')
  await expect(stage(page)).toHaveValue('interested', { timeout: FIRST_START_MS })
  await expect(page.getByText(/^Ben, (now|\d+ min ago)$/)).toBeVisible()

  await stage(page).selectOption('Declined')
  await expect(page.getByText(/was Interested \(Ben, (now|\d+ min ago)\)/)).toBeVisible()
  await expect(stage(ben)).toHaveValue('declined')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(stage(ben)).toHaveValue('interested')
  await expect(ben.getByText(/^Ana, (now|\d+ min ago)$/)).toBeVisible()

  await test.step('the trail has every step, the last first', async () => {
    await ben.getByRole('button', { name: /^History of / }).click()
    const trail = ben.getByRole('dialog', { name: /^History of / })
    await expect(trail.getByRole('listitem')).toHaveText([
      /^Interested\s*Ana \(.+\), /,
      /^Declined\s*Ana \(.+\), /,
      /^Interested\s*you \(.+\), /,
    ])
    await ben.keyboard.press('Escape')
  })

  await test.step('who takes a person first has it; a recruiter does not take it away', async () => {
    await arrowDown(page.getByLabel(/^Assigned to, for /), 1)
    const people = ben.getByRole('list', { name: 'Healthcare workers' })
    await expect(people.getByText('Ana', { exact: true })).toBeVisible()
    await expect(ben.getByLabel(/^Assigned to, for /)).toHaveCount(0)
    await page.getByLabel(/^Assigned to, for /).selectOption('')
    // Two presses of a key, both before the device has answered the first.
    await arrowDown(page.getByLabel(/^Assigned to, for /), 2)
    await expect(ben.getByLabel(/^Assigned to, for /)).toHaveValue((await userIdOf(ben)) ?? '')
  })

  await test.step('the list is filtered by both', async () => {
    const people = page.getByRole('list', { name: 'Healthcare workers' }).getByRole('listitem')
    await page.getByLabel('Stage', { exact: true }).selectOption('Placed')
    await expect(page.getByText('Nobody on this list matches')).toBeVisible()
    await page.getByLabel('Stage', { exact: true }).selectOption('Interested')
    await expect(people).toHaveCount(1)
    await page.getByLabel('Assigned to', { exact: true }).selectOption('Assigned to me')
    await expect(people).toHaveCount(0)
    await page.getByLabel('Assigned to', { exact: true }).selectOption('Ben')
    await expect(people).toHaveCount(1)
    await expectAccessible(page, 'stages')
  })
})

test('an edit made offline at the old address follows the list into the team', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const { ben } = await deskOfTwo(page, browser, 'Moving desk')
  // Two devices of Ana: one moves the list, the other renames it without knowing.
  await page.goto('/lists')
  await makeList(page, 'Old name')
  const phone = await browser.newContext({
    storageState: await page.context().storageState(),
    ...PHONE,
  })
  const other = await phone.newPage()
  await openLists(other)
  await expect(inGroup(other, 'Mine', 'Old name')).toBeVisible()
  await phone.setOffline(true)
  await other.getByRole('button', { name: 'Rename Old name' }).click()
  await other.getByLabel('New name of Old name').fill('New name')
  await other.getByRole('button', { name: 'Save name' }).click()
  await expect(listLink(other, 'New name')).toBeVisible()
  await page.getByRole('button', { name: 'Move Old name to Moving desk' }).click()
  await page.getByRole('button', { name: 'Move list' }).click()
  await ben.goto('/lists')
  await expect(inGroup(ben, 'Moving desk', 'Old name')).toBeVisible({ timeout: FIRST_START_MS })
  await phone.setOffline(false)
  await expect(inGroup(ben, 'Moving desk', 'New name')).toBeVisible()
  await expect(inGroup(other, 'Moving desk', 'New name')).toBeVisible()
})

test('who was first is named where one pressed, and in the Sync panel', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  const { id: team, ben } = await deskOfTwo(page, browser, 'First desk')
  const [candidate_id = ''] = await peopleIn(page, 1)
  const id = crypto.randomUUID()
  const list = { owner: team, id, name: 'Callbacks', candidate_ids: [candidate_id] }
  await pushToServer(page, [['lists.create', list]])
  const address = `/lists/${id}?team=${team}`
  await page.goto(address)
  await ben.clock.install()
  await openWithDevice(ben, address)
  const assignee = (on: Page) => on.getByLabel(/^Assigned to, for /)
  await expect(assignee(ben)).toHaveValue('', { timeout: FIRST_START_MS })
  await expect(assignee(page)).toHaveValue('', { timeout: FIRST_START_MS })

  await test.step('a person whom another member took meanwhile', async () => {
    await ben.context().setOffline(true)
    await assignee(ben).selectOption('Me')
    const pushed = nextPush(page)
    await assignee(page).selectOption('Me')
    await pushed
    await ben.context().setOffline(false)
    const card = ben.getByRole('list', { name: 'Healthcare workers' }).getByRole('listitem')
    await expect(card.getByText('Ana was assigned first.')).toBeVisible({ timeout: FIRST_START_MS })
    const panel = await syncPanel(ben)
    await expect(panel.getByRole('listitem')).toContainText([
      /^Person assigned\s*Ana was assigned first\./,
    ])
    await ben.keyboard.press('Escape')
    await card.getByRole('button', { name: 'OK' }).click()
    await expect(card.getByText('Ana was assigned first.')).toHaveCount(0)
    await expect(syncStatus(ben)).toHaveText('Synced')
  })

  await test.step('a name that another member changed meanwhile', async () => {
    await ben.context().setOffline(true)
    await rename(ben, 'Callbacks', 'Ben’s callbacks')
    await expect(ben.getByRole('heading', { name: 'Ben’s callbacks' })).toBeVisible()
    const pushed = nextPush(page)
    await rename(page, 'Callbacks', 'Ana’s callbacks')
    await pushed
    await ben.context().setOffline(false)
    const panel = await syncPanel(ben)
    await expect(panel.getByRole('listitem')).toContainText([
      /Ana changed it first\. What you wrote is still here\./,
    ])
    await panel.getByRole('button', { name: 'Discard' }).click()
    await ben.keyboard.press('Escape')
    await expect(ben.getByRole('heading', { name: 'Ana’s callbacks' })).toBeVisible()
  })

  await test.step('a name that changed under the open field', async () => {
    await ben.getByRole('button', { name: 'Rename Ana’s callbacks' }).click()
    await ben.getByRole('textbox', { name: /^New name of/ }).fill('Ben’s again')
    await rename(page, 'Ana’s callbacks', 'Ana’s again')
    await expect(ben.getByLabel('New name of Ana’s again')).toHaveValue('Ben’s again')
    // The edit waits for the device, however slow it is: the page's own limit does not run out.
    await stopClock(ben)
    await ben.getByRole('button', { name: 'Save name' }).click()
    await expect(ben.getByText('Ana changed it meanwhile.')).toBeVisible()
    await expect(ben.getByLabel('New name of Ana’s again')).toHaveValue('Ben’s again')
    // Having read that, one may insist.
    await ben.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByRole('heading', { name: 'Ben’s again' })).toBeVisible()
  })
})

/** Chooses the options below the chosen one, one after another, without a pause between them. */
const arrowDown = (select: Locator, times: number) =>
  select.evaluate(async (element: HTMLSelectElement, left) => {
    for (let time = 0; time < left; time += 1) {
      element.selectedIndex += 1
      element.dispatchEvent(new Event('change', { bubbles: true }))
      // React renders between two events.
      await Promise.resolve()
    }
  }, times)

/** Resolves once the server has answered the next push of a page's device. */
const nextPush = (page: Page) =>
  page.context().waitForEvent('response', (answer) => answer.url().endsWith('/api/mutations'))

async function syncPanel(page: Page) {
  const status = syncStatus(page)
  await expect(status).toContainText('Needs attention', { timeout: FIRST_START_MS })
  await status.getByRole('button').click()
  return page.getByRole('dialog', { name: 'Sync' }).getByRole('region', { name: 'Needs attention' })
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Rename ${from}` }).click()
  await page.getByLabel(`New name of ${from}`).fill(to)
  await page.getByRole('button', { name: 'Save name' }).click()
}
