import { expect, type Page, test } from 'playwright/test'
import { signInAs, VISITOR } from './accounts.ts'
import { noteRequests } from './note-requests.ts'
import { card, IGNATIUS, openSearch, ZENOBIA } from './search-page.ts'
import { holdNextToast } from './toasts.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Send Email' })
const LARKSPUR = '?organization=Larkspur+Heart+Institute&sortKey=name'

/** The content of a link to a mail program, as that program reads it. */
async function carried(page: Page, name: string): Promise<Record<string, string>> {
  const link = dialog(page).getByRole('link', { name })
  const url = new URL((await link.getAttribute('href')) ?? '')
  return { to: decodeURIComponent(url.pathname), ...Object.fromEntries(url.searchParams) }
}

test('SEARCH-36 EMAIL-21 EMAIL-22 EMAIL-23 EMAIL-24 EMAIL-25 an e-mail is written from a card, by a template or freely', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSearch(page, LARKSPUR)
  const reveals = noteRequests(page, /\/contact$/)
  await card(page, ZENOBIA)
    .getByRole('button', { name: /^Send email to Zenobia/ })
    .click()
  await expect(dialog(page)).toContainText('To Zenobia')
  await expect(dialog(page).getByLabel('To')).toHaveValue('zenobia@example.com')
  expect(reveals).toHaveLength(1)
  const to = dialog(page).getByLabel('To')
  await expect(to.getByRole('option')).toHaveText([
    'zenobia@example.com (personal)',
    'z.featherstonehaugh@example.org (work)',
  ])
  await expect(to).toHaveAccessibleDescription(/^personal, checked .+ ago/)
  await to.selectOption('z.featherstonehaugh@example.org')
  await expect(to).toHaveAccessibleDescription(/^work, checked .+ ago/)

  const template = dialog(page).getByRole('radio', { name: /^First contact/ })
  await expect(template).toContainText(/^First contactHello \{first_name\}.{116,}…$/)
  // In the place of what was written, which can be had back.
  await dialog(page).getByLabel('Message').fill('My own words')
  await holdNextToast(page)
  await template.click()
  await expect(dialog(page).getByLabel('Message')).toHaveValue(/^Hello Zenobia/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page).getByLabel('Message')).toHaveValue('My own words')
  await expect(template).not.toBeChecked()
  await template.click()
  await expect(dialog(page).getByLabel('Message')).toHaveValue(
    /^Hello Zenobia,\n\nI came across your work in Cardiology /,
  )
  await dialog(page).getByLabel('Message').fill('Pasted: {title} in {city}')
  await expect(dialog(page).getByLabel('Message')).toHaveValue(
    'Pasted: Attending Cardiologist in Amarillo',
  )
  // The chosen one brings its text back.
  await expect(template).toBeChecked()
  await template.click()
  await expect(dialog(page).getByLabel('Message')).toHaveValue(/^Hello Zenobia/)
  await dialog(page).getByLabel('Message').fill('é'.repeat(2_000))
  await dialog(page).getByRole('button', { name: 'Copy message' }).click()
  await expect(page.getByText('Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('é'.repeat(2_000))
  await dialog(page).getByLabel('Subject').fill('Nights & weekends')
  await dialog(page).getByLabel('Message').fill('Salut Zénobie,\n1 + 1 = 100%')
  for (const [webmail, host, subject] of [
    ['Open in Gmail', 'mail.google.com', 'su'],
    ['Open in Outlook', 'outlook.office.com', 'subject'],
    ['Open in Yahoo', 'compose.mail.yahoo.com', 'subject'],
  ] as const) {
    const link = dialog(page).getByRole('link', { name: webmail })
    expect(new URL((await link.getAttribute('href')) ?? '').host).toBe(host)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect
      .poll(() => carried(page, webmail))
      .toMatchObject({
        to: 'z.featherstonehaugh@example.org',
        [subject]: 'Nights & weekends',
        body: 'Salut Zénobie,\n1 + 1 = 100%',
      })
  }
  await expect
    .poll(() => carried(page, 'Open in your mail app'))
    .toEqual({
      to: 'z.featherstonehaugh@example.org',
      subject: 'Nights & weekends',
      body: 'Salut Zénobie,\r\n1 + 1 = 100%',
    })

  const opened = page.waitForEvent('popup')
  await dialog(page).getByRole('link', { name: 'Create AI template' }).click()
  const generator = await opened
  await expect(generator.getByRole('heading', { name: 'AI Email Generator' })).toBeVisible()
  await generator.close()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  // The key does the same, and what was written is there; a revealed contact is not revealed again.
  await card(page, ZENOBIA).focus()
  await page.keyboard.press('e')
  await expect(dialog(page).getByLabel('To')).toHaveValue('zenobia@example.com')
  await expect(dialog(page).getByLabel('Message')).toHaveValue('Salut Zénobie,\n1 + 1 = 100%')
  expect(reveals).toHaveLength(1)
  expect(page.url()).not.toContain('zenobia')

  await test.step('what was written is there after the session ended and its account signed in', async () => {
    await dialog(page).getByLabel('Message').fill('Salut encore')
    // Opening waits for the write: a reload while it is under way would end it.
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await card(page, ZENOBIA).focus()
    await page.keyboard.press('e')
    await expect(dialog(page).getByLabel('Message')).toHaveValue('Salut encore')
    await context.clearCookies()
    await page.reload()
    await expect(page.getByRole('region', { name: /^Unlock/ })).toBeVisible()
    await signInAs(page, 'annual')
    await openSearch(page, LARKSPUR)
    await card(page, ZENOBIA).focus()
    await page.keyboard.press('e')
    await expect(dialog(page).getByLabel('Message')).toHaveValue('Salut encore')
    // Sent: the next one begins anew.
    await dialog(page).getByRole('link', { name: 'Open in your mail app' }).dispatchEvent('click')
    await page.keyboard.press('Escape')
    await card(page, ZENOBIA).focus()
    await page.keyboard.press('e')
    await expect(dialog(page).getByLabel('Message')).toHaveValue('')
  })
})

test('EMAIL-19 templates that cannot be read are said so in the dialog, and one writes without', {
  tag: '@slow',
}, async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.abort())
  await page.route('**/api/queries/**', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'Hidden.' } } }),
  )
  await openSearch(page, LARKSPUR)
  await card(page, ZENOBIA)
    .getByRole('button', { name: /^Send email/ })
    .click()
  await expect(dialog(page)).toContainText('Database Error')
  await expect(dialog(page)).toContainText(
    'Failed to load email templates from database. Please contact support if this persists.',
  )
  await dialog(page).getByLabel('Message').fill('Hello')
  await expect.poll(() => carried(page, 'Open in Gmail')).toMatchObject({ body: 'Hello' })
})

test.describe('by another account', () => {
  test.use({ storageState: VISITOR })

  test('EMAIL-25 nobody writes without the right to reveal', { tag: '@slow' }, async ({ page }) => {
    await signInAs(page, 'free')
    await page.goto('/physician/00000000-0000-4000-8000-000000000001')
    await page.getByRole('button', { name: 'Send email' }).click()
    await expect(page.getByText('Subscription required')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
  })

  test('GATE-11 a subscriber searches, reveals, copies, selects, keeps lists, writes e-mails and has an account', {
    tag: '@slow',
  }, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signInAs(page, 'monthly')
    await openSearch(page, LARKSPUR)
    const person = card(page, IGNATIUS)
    await person.getByRole('button', { name: /^Reveal phone/ }).click()
    await person.getByRole('button', { name: 'Copy phone 806-555-0103' }).click()
    await expect(page.getByText('Phone number copied')).toBeVisible()
    const zenobia = card(page, ZENOBIA)
    await zenobia.getByRole('button', { name: /^Reveal email/ }).click()
    await zenobia.getByRole('button', { name: 'Copy email zenobia@example.com' }).click()
    await expect(page.getByText('Email copied')).toBeVisible()
    await expect(zenobia.getByRole('link', { name: /^LinkedIn/ })).toHaveAttribute(
      'href',
      'https://www.linkedin.com/in/zenobia-example',
    )
    await zenobia.getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Selection' })
    await expect(bar).toContainText('1 selected')
    await bar.getByRole('button', { name: 'Email', exact: true }).click()
    await expect(dialog(page).getByLabel('To')).toHaveValue('zenobia@example.com')
    await page.keyboard.press('Escape')
    await person.getByRole('checkbox').check()
    await holdNextToast(page)
    await bar.getByRole('button', { name: 'Email', exact: true }).click()
    await expect(page.getByText('One person at a time')).toBeVisible()
    await bar.getByRole('button', { name: 'Add to list' }).click()
    await expect(page.getByRole('dialog', { name: 'Add to List' })).toBeVisible()
    // What is said of the press before does not lie over the dialog, though it is held.
    await expect(page.getByText('One person at a time')).toBeHidden()
    await page.keyboard.press('Escape')

    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Lists' }).click()
    await expect(page.getByRole('link', { name: 'ICU nurses, Texas', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'ICU nurses, Texas', exact: true }).click()
    const members = page.getByRole('list', { name: 'Healthcare workers' }).getByRole('listitem')
    await expect(members.first().getByRole('button', { name: /^Send email to/ })).toBeVisible()
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible()
  })
})
