import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'playwright/test'
import { signIn, signInAs, signUpNewUser, VISITOR } from './accounts.ts'
import { rowsOnServer } from './devices.ts'

test('ACCOUNT-01 ACCOUNT-04 ACCOUNT-05 shows plan, exports and history', async ({ page }) => {
  await page.goto('/account?tab=nothing')
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  const tabs = [
    'Profile',
    'Subscription',
    'Team',
    'Exports',
    'Notifications',
    'Security',
    'This device',
  ]
  await expect(page.getByRole('tab')).toHaveText(tabs)
  await page.getByRole('tab', { name: 'Subscription' }).click()
  await expect(page.getByRole('heading', { name: 'Annual Plan' })).toBeVisible()
  await expect(page.getByText('$2,995 per year')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage Billing' })).toBeVisible()

  await page.getByRole('tab', { name: 'Exports' }).click()
  await expect(page).toHaveURL(/tab=exports/)
  const exports = page.getByRole('region', { name: 'Exports' })
  await expect(exports.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Revealed contacts' })).toBeVisible()

  await test.step('NAV-14 the header shows whose account it is', async () => {
    const account = page.getByRole('banner').getByRole('button', { name: 'Account' })
    await expect(account).toHaveText(/^AccountA[A-Z]?$/)
    await expect(account).toHaveAttribute('data-tooltip', 'annual@clinidex.test')
  })

  await test.step('on a phone the row of tabs fades where there are more', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const row = page.getByRole('tablist')
    // A link leads to a tab out of sight: it is scrolled into view.
    await page.goto('/account?tab=security')
    const tab = page.getByRole('tab', { name: 'Security' })
    await expect(tab).toBeInViewport({ ratio: 0.9 })
    await expect(row).toHaveAttribute('data-more', 'both')
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(row).toHaveAttribute('data-more', 'none')
    // And where the row gets narrower.
    await page.setViewportSize({ width: 320, height: 740 })
    await expect(tab).toBeInViewport({ ratio: 0.9 })
    await row.evaluate((element) => element.scrollTo({ left: 0 }))
    await expect(row).toHaveAttribute('data-more', 'end')
    await expect(row).toHaveCSS('mask-image', /linear-gradient\(to right/)
  })
})

test.describe('as another user', () => {
  test.use({ storageState: VISITOR })

  test('ACCOUNT-02 ACCOUNT-03 keeps name and bio over a reload; the e-mail stays', {
    tag: '@slow',
  }, async ({ page }) => {
    const address = await signUpNewUser(page)
    await page.goto('/account')
    const email = page.getByLabel('Email', { exact: true })
    await expect(email).toHaveAttribute('readonly', '')
    await expect(email).toHaveValue(address)
    const bio = 'Places nurses.'
    await page.getByLabel('Name', { exact: true }).fill('Ada Sender')
    await page.getByLabel('Bio').fill(bio)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    await expect
      .poll(() => rowsOnServer(page, 'settings.all'))
      .toContainEqual({ key: 'profile.bio', value: bio })
    await page.reload()
    await expect(page.getByLabel('Bio')).toHaveValue(bio)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Sender')
  })

  test('ACCOUNT-01 ACCOUNT-06 mail is wanted until it is not, and an administrator has a tab more', {
    tag: '@slow',
  }, async ({ page }) => {
    await signInAs(page, 'admin')
    await page.goto('/account')
    await expect(page.getByRole('tab', { name: 'Testing' })).toBeVisible()
    await page.context().clearCookies()
    const email = await signUpNewUser(page)
    await page.goto('/account?tab=notifications')
    // The page begins as the account before, which this browser knows.
    const account = page.getByRole('banner').getByRole('button', { name: 'Account' })
    await expect(account).toHaveAttribute('data-tooltip', email)
    const choices = page.getByRole('region', { name: 'Notifications' }).getByRole('switch')
    await expect(choices).toHaveCount(4)
    for (const choice of await choices.all()) await expect(choice).toBeChecked()
    const marketing = page.getByRole('switch', { name: 'Marketing' })
    await marketing.click()
    await expect(marketing).not.toBeChecked()
    await expect
      .poll(() => rowsOnServer(page, 'settings.all'))
      .toContainEqual({
        key: 'notifications.marketing',
        value: false,
      })
    await page.reload()
    await expect(marketing).not.toBeChecked()
    await expect(page.getByRole('switch', { name: 'New features' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Security alerts' })).toBeChecked()
  })

  test('ACCOUNT-07 ACCOUNT-08 DEMO-12 shows the demo account what it is, and lets it change nothing', {
    tag: '@slow',
  }, async ({ page }) => {
    await signInAs(page, 'demo')
    await page.goto('/account')
    await expect(page.getByText('Demo Plan')).toBeVisible()
    await expect(page.getByText('Active (Demo)')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('readonly', '')
    await expect(page.getByLabel('Bio')).toHaveAttribute('readonly', '')
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    await expect(page.getByText('This feature is disabled in demo mode')).toBeVisible()
    for (const name of ['Subscription', 'Team', 'Notifications']) {
      const tab = page.getByRole('tab', { name })
      await expect(tab).toBeDisabled()
      await expect(tab).toHaveAccessibleDescription('This feature is disabled in demo mode')
    }
    await page.goto('/account?tab=notifications')
    await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })

  test('signs another device out, hands over the data, and deletes only with the password', {
    tag: '@slow',
  }, async ({ page, browser }) => {
    const address = await signUpNewUser(page)
    const other = await browser.newContext({ storageState: VISITOR })
    await signIn(await other.newPage(), address)
    await page.goto('/account?tab=security')
    const devices = page.getByRole('region', { name: 'Signed-in devices' })
    await expect(devices.getByText('This device')).toHaveCount(1)
    const buttons = devices.getByRole('button', { name: 'Sign out' })
    await expect(buttons).toHaveCount(1)
    await buttons.click()
    await expect(page.getByText('Device signed out')).toBeVisible()
    await expect(buttons).toHaveCount(0)
    await expect(devices).toBeFocused()
    await other.close()

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Take everything with you' }).click(),
    ])
    const held = unzipSync(await readFile(await file.path()))['account.json']
    expect(JSON.parse(strFromU8(held as Uint8Array))).toMatchObject({ user: { email: address } })

    await expect(page.getByRole('region', { name: 'Delete account' })).toContainText(
      'Ends the subscription at once and deletes what you keep here. It cannot be undone.',
    )
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(
      page.getByRole('dialog', { name: 'Delete your account?' }),
    ).toHaveAccessibleDescription(
      'Lists, saved searches, templates and history go with it. Files you exported stay with you.',
    )
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  })
})
