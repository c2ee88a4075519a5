import { expect, type Page, test } from 'playwright/test'
import { signInAs, signInOnScreen, signUpNewUser, VISITOR } from './accounts.ts'
import { expectSynced, pushToServer, rowsOnServer, uniqueName } from './devices.ts'
import { gate, stopClock } from './time.ts'
import { holdNextToast } from './toasts.ts'

const title = (page: Page) => page.getByLabel('Job title')
const description = (page: Page) => page.getByLabel('Job description')
const subject = (page: Page) => page.getByLabel('Subject')
const body = (page: Page) => page.getByLabel('Body')
const generate = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save as template' })
const templates = (page: Page) =>
  page.getByRole('list', { name: 'Saved templates' }).getByRole('listitem')

async function openEmail(page: Page) {
  await page.goto('/email')
  await expect(page.getByRole('heading', { level: 1, name: 'AI Email Generator' })).toBeVisible()
}

/** Stubs the AI service's answer. @returns the calls so far. */
async function answerWith(page: Page, json: unknown, status = 200): Promise<unknown[]> {
  const calls: unknown[] = []
  await page.route('**/api/emails/generate', async (route) => {
    calls.push(route.request().postDataJSON())
    await route.fulfill({ status, json })
  })
  return calls
}

const EMAIL = { subject: 'Nights & weekends', body: 'Hello {first_name},\n\nBye', isSample: false }

test.describe('an account without a plan', () => {
  test.use({ storageState: VISITOR })

  test('EMAIL-01 EMAIL-02 NAV-14 signs in to get there, and finds three areas', {
    tag: '@slow',
  }, async ({ page, context }) => {
    const visitor = await context.newPage()
    await visitor.goto('/email')
    await expect(visitor).toHaveURL(/\/login/)
    await visitor.close()
    await signInAs(page, 'free')
    await page.goto('/search')
    const banner = page.getByRole('banner')
    for (const [name, path] of [
      ['Search', '/search'],
      ['Lists', '/lists'],
      ['Email', '/email'],
    ] as const) {
      await expect(banner.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    }
    await expect(banner.getByRole('link', { name: /Log in|Get Started/ })).toHaveCount(0)
    await banner.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('menu')).toContainText('free@clinidex.test')
    await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Account Settings' })).toHaveAttribute(
      'href',
      '/account',
    )
    await page.keyboard.press('Escape')
    await banner.getByRole('link', { name: 'Email', exact: true }).click()
    await expect(page).toHaveTitle(/^AI Email Generator/)
    for (const name of ['Job Details', 'Saved Templates', 'Generated Email']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    await expect(page.getByText('Ready to Generate AI Email')).toBeVisible()
    // A development account's fixture templates.
    await expect(templates(page).filter({ hasText: 'First contact' })).toBeVisible()

    // The draft goes with the session.
    await title(page).fill('Not for the next one here')
    await expect(page.getByText('Kept on this device')).toBeVisible()
    await banner.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(banner.getByRole('link', { name: 'Log in' })).toBeVisible()
    await signInOnScreen(page, 'free')
    await banner.getByRole('link', { name: 'Email', exact: true }).click()
    await expect(templates(page).filter({ hasText: 'First contact' })).toBeVisible()
    await expect(title(page)).toHaveValue('')
  })

  test('a saved signature gives way to the one of another device', { tag: '@slow' }, async ({
    page,
  }) => {
    await signUpNewUser(page)
    await openEmail(page)
    const signature = page.getByLabel(/^Email signature/)
    const kept = (value: string) => ({ key: 'email.signature' as const, value })
    await signature.fill('Alex')
    await title(page).focus()
    await expect.poll(() => rowsOnServer(page, 'settings.all')).toContainEqual(kept('Alex'))
    await expectSynced(page)
    await pushToServer(page, [['settings.set', kept('Bea')]])
    await expect(signature).toHaveValue('Bea')
    await page.reload()
    await expect(signature).toHaveValue('Bea')
  })
})

test('EMAIL-03 EMAIL-04 EMAIL-05 EMAIL-06 EMAIL-07 asks for a job, and shows what comes of it', async ({
  page,
}) => {
  await openEmail(page)
  for (const [label, options] of [
    ['Email tone', ['Professional', 'Friendly', 'Casual', 'Formal']],
    ['Email length', ['Short', 'Medium', 'Long']],
    ['Position type', ['Full-time', 'Part-time', 'Contract', 'Per-diem']],
  ] as const) {
    await expect(page.getByLabel(label).getByRole('option')).toHaveText([...options])
  }

  await expect(generate(page)).toBeDisabled()
  await title(page).press('Enter')
  await expect(page.getByText('Job Title Required')).toBeVisible()
  await expect(page.getByText('Please enter a job title to generate an email.')).toBeVisible()
  await title(page).fill('Night nurse')
  await description(page).fill('   ')
  await expect(generate(page)).toBeDisabled()
  await title(page).press('Enter')
  await expect(page.getByText('Job Description Required')).toBeVisible()
  await expect(page.getByText('Please enter a job description to generate an email.')).toBeVisible()

  const answer = gate()
  let sent: unknown
  await page.route('**/api/emails/generate', async (route) => {
    sent = route.request().postDataJSON()
    await answer.opened
    await route.fulfill({ json: EMAIL })
  })
  await description(page).fill('Twelve-hour shifts.')
  await page.getByLabel('Email tone').selectOption('friendly')
  await page.getByLabel('Position type').selectOption('per-diem')
  await page.getByLabel(/^Email signature/).fill('Alex')
  await generate(page).click()
  await expect(page.getByRole('button', { name: 'AI Generating...' })).toBeDisabled()
  answer.open()
  await expect(page.getByText('Email Generated!')).toBeVisible()
  expect(sent).toEqual({
    jobTitle: 'Night nurse',
    jobDescription: 'Twelve-hour shifts.',
    tone: 'friendly',
    length: 'medium',
    positionType: 'per-diem',
    signature: 'Alex',
    mode: 'recruiter',
  })
  await expect(subject(page)).toHaveValue(EMAIL.subject)
  await expect(body(page)).toHaveValue(EMAIL.body)
})

test('a draft comes from the server, and is there again after a reload', { tag: '@slow' }, async ({
  page,
}) => {
  await openEmail(page)
  await title(page).fill('Charge nurse')
  await description(page).fill('A small hospital in Ada.')
  await generate(page).click()
  await expect(body(page)).toHaveValue(/A small hospital in Ada\./)
  await expect(page.getByText('A sample draft: no AI service is connected here.')).toBeVisible()
  await body(page).fill('Edited')
  await expect(page.getByText('Kept on this device')).toBeVisible()
  await page.reload()
  await expect(title(page)).toHaveValue('Charge nurse')
  await expect(body(page)).toHaveValue('Edited')
})

test('EMAIL-08 EMAIL-09 EMAIL-10 a failure is said, and what was written stays', {
  tag: '@slow',
}, async ({ page }) => {
  await openEmail(page)
  await title(page).fill('Night nurse')
  await description(page).fill('Nights.')
  await answerWith(page, { error: { code: 'internal_error', message: 'Hidden.' } }, 500)
  await generate(page).click()
  await expect(page.getByText('Generation Failed')).toBeVisible()
  await expect(page.getByText('Failed to generate email. Please try again.')).toBeVisible()
  await answerWith(page, { subject: 'Only a subject' })
  await generate(page).click()
  await expect(page.getByText('Invalid response format from AI service')).toBeVisible()
  await expect(title(page)).toHaveValue('Night nurse')
  await expect(page.getByText('Ready to Generate AI Email')).toBeVisible()
})

test('EMAIL-11 EMAIL-12 Copy takes what was edited, says so for two seconds, and says when it cannot', {
  tag: '@slow',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await openEmail(page)
  await answerWith(page, EMAIL)
  await title(page).fill('Night nurse')
  await description(page).fill('Nights.')
  await generate(page).click()
  await subject(page).fill('Another subject')
  await body(page).fill('Another\nbody')
  await stopClock(page)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Subject: Another subject\n\nAnother\nbody',
  )
  await page.clock.runFor(1_900)
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeHidden()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copy Failed')).toBeVisible()
  await expect(page.getByText('Failed to copy to clipboard')).toBeVisible()
})

test('EMAIL-13 EMAIL-14 EMAIL-15 EMAIL-16 EMAIL-17 a template is saved, loaded and deleted, newest first', async ({
  page,
}) => {
  await openEmail(page)
  await answerWith(page, EMAIL)
  await expect(save(page)).toBeDisabled()
  const name = uniqueName('Night nurse')
  await title(page).fill(name)
  await save(page).click()
  await expect(page.getByText('Missing Information')).toBeVisible()
  await expect(
    page.getByText('Please generate an email with a job title to save as template'),
  ).toBeVisible()

  await description(page).fill('Nights.')
  await page.getByLabel('Email tone').selectOption('casual')
  await page.getByLabel('Email length').selectOption('long')
  await page.getByLabel('Position type').selectOption('contract')
  await generate(page).click()
  await subject(page).fill('Edited subject')
  await save(page).click()
  await expect(page.getByText('Template Saved')).toBeVisible()
  const saved = templates(page).filter({ hasText: name })
  await expect(saved).toContainText('casual · long · contract')
  // Newer than the account's fixture templates.
  const both = templates(page).filter({ hasText: new RegExp(`${name}|First contact`) })
  await expect(both.first()).toContainText(name)

  await page.getByLabel('Email tone').selectOption('formal')
  await page.getByLabel('Email length').selectOption('short')
  await page.getByLabel('Position type').selectOption('full-time')
  await subject(page).fill('Something else')
  await holdNextToast(page)
  await page.getByRole('button', { name: `Load ${name}` }).click()
  await expect(page.getByText('Template Loaded')).toBeVisible()
  await expect(subject(page)).toHaveValue('Edited subject')
  await expect(body(page)).toHaveValue(EMAIL.body)
  await expect(page.getByLabel('Email tone')).toHaveValue('casual')
  await expect(page.getByLabel('Email length')).toHaveValue('long')
  await expect(page.getByLabel('Position type')).toHaveValue('contract')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(subject(page)).toHaveValue('Something else')

  await holdNextToast(page)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByText('Template Deleted')).toBeVisible()
  await expect(saved).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Saved templates' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(saved).toBeVisible()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(saved).toHaveCount(0)
})

test('EMAIL-18 templates that cannot be read, or asked for, are said so and show none', {
  tag: '@slow',
}, async ({ page, context }) => {
  // Neither the device's own database nor the fallback is available.
  await page.route('**/*.wasm', (route) => route.abort())
  await page.route('**/api/queries/**', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'Hidden.' } } }),
  )
  await openEmail(page)
  await expect(page.getByText('Database Error')).toBeVisible()
  await expect(
    page.getByText(
      'Failed to load templates from database. Please contact support if this persists.',
    ),
  ).toBeVisible()
  await expect(templates(page)).toHaveCount(0)

  await context.setOffline(true)
  await expect(page.getByText('Connection Error')).toBeVisible()
  await expect(
    page.getByText('Failed to connect to database. Please try again later.'),
  ).toBeVisible()
  await expect(templates(page)).toHaveCount(0)
})
