import { expect, test } from 'playwright/test'
import { oneTimeCode } from '#tests/support/one-time-code.ts'
import { confirmByApi, fromOwnNetwork, signInAs, VISITOR } from './accounts.ts'
import { linkMailedTo, newAddress } from './mail.ts'
import { openUser } from './users-screen.ts'

test.use({ storageState: VISITOR })

test('a passkey and a code sign in, are set up by the account page, and reset once they are lost', {
  tag: '@slow',
}, async ({ page, browser }) => {
  // WebAuthn requires a host name, not an IP address.
  const base = new URL(test.info().project.use.baseURL ?? '')
  base.hostname = 'localhost'
  const at = (path: string) => new URL(path, base).href
  const email = newAddress()
  await fromOwnNetwork(page)
  await page.goto(at('/login'))
  const made = await page.request.post(at('/api/auth/sign-up/email'), {
    data: { email, password: 'clinidex', name: 'Ada', callbackURL: '/search' },
    headers: { Origin: base.origin },
  })
  expect(made.status()).toBe(200)
  const link = new URL(await linkMailedTo(page, email), base)
  link.hostname = 'localhost'
  await confirmByApi(page, link.href)

  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(at('/account?tab=security'))
  const factors = page.getByRole('region', { name: 'Passkeys and codes' })
  await factors.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(factors.getByText(/Chrome on/)).toBeVisible()

  await factors.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('clinidex')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  // The password is not carried over into a field that shows its text.
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveValue('')
  const secret = await dialog.locator('code').textContent()
  await expect(dialog.getByRole('link', { name: 'open it there' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy codes' }).click()
  await expect(page.getByText('Codes copied')).toBeVisible()
  const kept = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(kept).toEqual(
    await dialog
      .getByRole('region', { name: 'Codes to keep' })
      .getByRole('listitem')
      .allTextContents(),
  )
  const code = () => oneTimeCode(`otpauth://totp/x?secret=${secret}`)
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await expect(dialog.getByText('This code is not right.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code())
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('Authenticator app set up')).toBeVisible()
  await expect(factors.getByText('Asked for after the password')).toBeVisible()

  await page.context().clearCookies()
  await page.goto(at('/login'))
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/search$/)

  const logIn = async () => {
    await page.context().clearCookies()
    await page.goto(at('/login'))
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('clinidex')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  await logIn()
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  const fault = page.getByRole('main').getByRole('alert')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(fault).toHaveText('Please enter the six digits of your authenticator app.')
  await expect(page.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact')
  // The other kind of code begins without the failure of this one, in its field.
  await page.getByRole('button', { name: 'Use a code you kept' }).click()
  await expect(page.getByLabel('Kept code')).toBeFocused()
  await expect(fault).toHaveText('')
  await page.getByLabel('Kept code').fill('nonsense')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(fault).toHaveText('This code is not one of those you kept, or was used before.')
  await page.getByLabel('Kept code').fill(kept[0] ?? '')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/search$/)

  await logIn()
  await page.getByLabel('Code').fill(code())
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/search$/)

  const operators = await browser.newContext({ storageState: VISITOR })
  const admin = await operators.newPage()
  await signInAs(admin, 'admin')
  await openUser(admin, email)
  const reset = admin.getByRole('button', { name: 'Reset second factor' })
  await reset.click()
  const question = admin.getByRole('alertdialog', { name: `Reset the second factor of ${email}?` })
  await question.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(admin.getByText('They were signed out everywhere, and told by mail.')).toBeVisible()
  await expect(reset).toBeHidden()
  await expect(admin.getByRole('region', { name: 'Timeline' })).toContainText('Second factor reset')
  await operators.close()
  await logIn()
  await expect(page).toHaveURL(/\/search$/)
})
