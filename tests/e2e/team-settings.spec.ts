import { expect, test } from 'playwright/test'
import { VISITOR } from './accounts.ts'
import { FIRST_START_MS } from './devices.ts'
import { holdRequests } from './hold-requests.ts'
import { createTeam, owner, shownDeskOfTwo, team, teamTab } from './team-screen.ts'

test.use({ storageState: VISITOR })
test.describe.configure({ timeout: 3 * FIRST_START_MS })

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
  const { ben } = await shownDeskOfTwo(page, browser, 'Settings')
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
