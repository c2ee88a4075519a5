import { expect, test } from 'playwright/test'
import { signInAs, VISITOR } from './accounts.ts'
import { waitForHydration } from './public-pages.ts'
import { holdNextToast } from './toasts.ts'

const ZENOBIA = '00000000-0000-4000-8000-000000000001'
const IGNATIUS = '00000000-0000-4000-8000-000000000002'
const NAMELESS = '00000000-0000-4000-8000-000000000004'
const NOBODY = '00000000-0000-4000-8000-0000000000ff'

for (const path of ['physician', 'physicians']) {
  test(`PROFILE-01 PROFILE-02 PROFILE-05 shows the person at /${path}`, async ({ page }) => {
    await page.goto(`/${path}/${ZENOBIA}`)
    await expect(
      page.getByRole('heading', { level: 1, name: 'Zenobia Quill Featherstonehaugh MD' }),
    ).toBeVisible()
    await expect(page.getByText('Attending Cardiologist · Senior')).toBeVisible()
    await expect(page).toHaveTitle(/Zenobia Quill Featherstonehaugh/)
    const sections = {
      'Professional Details': ['Larkspur Heart Institute', '500 to 999', '$50M to <$100M'],
      'Location Information': ['Amarillo, TX', 'Amarillo, TX 79101', 'United States'],
      Education: ['Larkspur College of Medicine', 'MD, 1999'],
      'Skills & Expertise': ['Echocardiography', 'Cardiac MRI'],
    }
    for (const [name, texts] of Object.entries(sections)) {
      const section = page.getByRole('region', { name })
      for (const text of texts) await expect(section.getByText(text, { exact: true })).toBeVisible()
    }
  })
}

test('PROFILE-04 DATA-02 reveals the preferred e-mail and the phone with one call', async ({
  page,
}) => {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/contact')) calls += 1
  })
  // A page whose font is late keeps the system's, which is wider.
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto(`/physician/${ZENOBIA}`)
  const contacts = page.getByRole('region', { name: 'Contact', exact: true })
  const before = await contacts.boundingBox()
  await page.getByRole('button', { name: /^View Email/ }).dblclick()
  await expect(page.getByText('zenobia@example.com')).toBeVisible()
  await expect(page.getByRole('link', { name: /^806-555-0101/ })).toHaveAttribute(
    'href',
    'tel:+18065550101',
  )
  // What stands below did not move.
  expect(await contacts.boundingBox()).toEqual(before)
  await expect(page.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute('target', '_blank')
  expect(calls).toBe(1)
})

test('PROFILE-04 a reveal moves no button, and all contacts have one form with their icons in columns', async ({
  page,
}) => {
  // Of a person with a work address that takes two lines.
  const data = { filters: { state: ['TX'] }, page: 3, limit: 25 }
  const found = await (await page.request.post('/api/search', { data })).json()
  const { id } = found.data.find(
    ({ contacts }: { contacts: { kind: string }[] }) =>
      contacts.map(({ kind }) => kind).join() === 'personal_email,phone,work_email',
  )
  await page.goto(`/physician/${id}`)
  const contacts = page.getByRole('region', { name: 'Contact', exact: true })
  const before = await contacts.boundingBox()
  await page.getByRole('button', { name: /^View Email/ }).click()
  const emails = contacts.getByRole('button', { name: /^Copy email/ })
  await expect(emails).toHaveCount(2)
  expect(await contacts.boundingBox()).toEqual(before)
  const columns = (icon: string) =>
    contacts.locator(icon).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x))
  for (const icon of ['.lucide-copy', '.lucide-flag']) {
    const lefts = await columns(icon)
    expect(lefts).toHaveLength(3)
    expect(new Set(lefts).size).toBe(1)
  }
})

test('the primary button of a profile is the first, and what each says stands in the middle', async ({
  page,
}) => {
  await page.goto(`/physician/${ZENOBIA}`)
  const contacts = page.getByRole('region', { name: 'Contact', exact: true })
  const acts = contacts.locator('.lucide-list-plus, .lucide-mail, .lucide-arrow-up-right')
  await expect(acts.last()).toBeVisible()
  const words = await contacts.locator('a, button').allTextContents()
  expect(words.slice(2)).toEqual(['Add to list', 'Send email', 'LinkedIn'])
  for (const name of ['Add to list', 'Send email', 'LinkedIn']) {
    const act = contacts.getByText(name, { exact: true })
    const [left, right] = await act.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const [inner, outer] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
      return [inner.left - outer.left, outer.right - inner.right]
    })
    expect(Math.abs((left ?? 0) - (right ?? 0))).toBeLessThan(2)
  }
})

test('REVEAL-05 says that contacts could not be loaded, and can be tried again', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto(`/physician/${ZENOBIA}`)
  await page.route('**/contact', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'x' } } }),
  )
  await page.getByRole('button', { name: /^View Phone/ }).click()
  await expect(page.getByText('Failed to load contact information')).toBeVisible()
  await page.unroute('**/contact')
  await page.getByRole('button', { name: /^View Phone/ }).click()
  await expect(page.getByText('806-555-0101')).toBeVisible()
})

test.describe('as a visitor', () => {
  test.use({ storageState: VISITOR })

  test('PROFILE-10 what refuses looks it, and leads on', async ({ page }) => {
    await page.goto(`/physician/${ZENOBIA}`)
    const email = page.getByRole('button', { name: /^View Email/ })
    await expect(email.locator('.lucide-lock')).toBeVisible()
    const list = page.getByRole('button', { name: 'Add to list' })
    const muted = await page
      .locator('dt.text-muted')
      .first()
      .evaluate((element) => getComputedStyle(element).color)
    for (const refused of [list, page.getByRole('button', { name: 'Send email' })]) {
      await expect(refused).toHaveCSS('color', muted)
    }
    await holdNextToast(page)
    await list.click()
    const said = page.getByRole('status').filter({ hasText: 'You need to be logged in' })
    await expect(said.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    await holdNextToast(page)
    await email.click()
    const gate = page.getByRole('status').filter({ hasText: 'Subscription required' })
    await expect(gate.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/pricing')
  })
})

test('PROFILE-10 REVEAL-03 shows a visitor the professional details and keeps the contacts', async ({
  page,
}) => {
  await page.route('**/contact', (route) =>
    route.fulfill({
      status: 403,
      json: { error: { code: 'subscription_required', message: 'You need a subscription.' } },
    }),
  )
  await page.goto(`/physician/${ZENOBIA}`)
  await expect(page.getByRole('region', { name: 'Professional Details' })).toBeVisible()
  await holdNextToast(page)
  await page.getByRole('button', { name: /^View Email/ }).click()
  await expect(page.getByText('Subscription required', { exact: true })).toBeVisible()
  await expect(
    page.getByText('You need an active subscription to view contact information'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^View Email/ })).toBeVisible()
  // Calmly, with a link to the plans.
  const said = page.getByRole('status').filter({ hasText: 'Subscription required' })
  await said.getByRole('link', { name: 'See plans' }).click()
  await expect(page).toHaveURL('/pricing')
  await expect(said).toHaveCount(0)
})

test('PROFILE-02 PROFILE-05 shows little of a person of whom little is known', async ({ page }) => {
  await page.goto(`/physician/${NAMELESS}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Unknown Professional' })).toBeVisible()
  await expect(page.getByText('No skills specified')).toBeVisible()
  await expect(page.getByText('Email not available')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Education' })).toHaveCount(0)
  await expect(page.locator('main')).not.toContainText(/null|undefined/i)
})

test('DATA-04 shows education nobody could split as it is', async ({ page }) => {
  await page.goto(`/physician/${IGNATIUS}`)
  await expect(page.getByRole('region', { name: 'Education' })).toContainText('Trained on the ward')
})

test('PROFILE-07 says that nobody has this id, and leads back to the directory', async ({
  page,
}) => {
  for (const id of [NOBODY, 'not-an-id']) {
    await page.goto(`/physician/${id}`)
    await expect(page.getByRole('heading', { name: 'Healthcare Worker Not Found' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to Directory' }).click()
  await expect(page).toHaveURL(/\/search$/)
})

test('PROFILE-08 says that loading failed, and tries again', async ({ page }) => {
  await page.route('**/api/candidates/*', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'x' } } }),
  )
  await page.goto(`/physician/${ZENOBIA}`)
  const panel = page.getByRole('alert').filter({ hasText: 'Try again' })
  await expect(panel).toContainText('Failed to load healthcare worker data')
  await expect(panel).toContainText('An unexpected error occurred')
  await page.unroute('**/api/candidates/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Zenobia')
})

test('says that it is offline, and loads by itself once it is not', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  await page.goto('/search?query=zenobia')
  const link = page.getByRole('link', { name: 'Zenobia Quill Featherstonehaugh', exact: true })
  await expect(link).toBeVisible()
  // The screen's code is loaded; the person is not.
  await page.goto(`/physician/${IGNATIUS}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ignatius')
  await page.goBack()
  await expect(link).toBeVisible()
  await context.setOffline(true)
  await link.click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  // The first request after the network's return often fails.
  await page.route('**/api/candidates/*', (route) => route.abort(), { times: 1 })
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Zenobia')
})

test('PROFILE-09 goes back to the search from /physicians/, else to where one was', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/about')
  // Before hydration nothing reacts to the address.
  await waitForHydration(page)
  // As by a link in the app: with a place in the history to go back to.
  await page.evaluate((path) => {
    history.pushState({ __TSR_index: 1 }, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/physicians/${ZENOBIA}`)
  // The skeleton has a button of its own, which goes when the profile arrives.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Zenobia')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/search$/)

  await page.goto('/search?query=zenobia')
  await page.getByRole('link', { name: 'Zenobia Quill Featherstonehaugh', exact: true }).click()
  await expect(page).toHaveURL(/\/physician\//)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/search\?query=zenobia$/)
})

test('PROFILE-03 the star is kept, and taken back', async ({ page }) => {
  // A different person each time: the tests share the account, and with it its stars.
  const data = { filters: {}, page: 1 + Math.floor(Math.random() * 4000), limit: 1 }
  const found = await (await page.request.post('/api/search', { data })).json()
  await page.goto(`/physician/${found.data[0].id}`)
  const star = page.getByRole('button', { name: 'Favorite' })
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  // The same key saves a search on the search screen.
  await page.keyboard.press('s')
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})

test('L and E do on a profile what they do in the search, and their dialogs focus the first field', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto(`/physician/${ZENOBIA}`)
  await expect(page.getByRole('button', { name: 'Add to list' })).toHaveAttribute(
    'aria-keyshortcuts',
    'L',
  )
  await page.keyboard.press('l')
  const adding = page.getByRole('dialog', { name: 'Add to List' })
  await expect(adding).toContainText('1 person selected.')
  await expect(adding.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('le')
  await expect(adding.getByLabel('Name')).toHaveValue('le')
  await page.keyboard.press('Escape')
  await expect(adding).toBeHidden()
  await page.keyboard.press('e')
  const writing = page.getByRole('dialog', { name: 'Send Email' })
  await expect(writing).toContainText('To Zenobia Quill Featherstonehaugh')
  await expect(writing.getByLabel('To', { exact: true })).toBeFocused()
})

test('PROFILE-06 a subscriber has no export', { tag: '@slow' }, async ({ page }) => {
  await page.goto(`/physician/${ZENOBIA}`)
  await expect(page.getByRole('button', { name: /^View Email/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
})

test.describe('as an administrator', () => {
  test.use({ storageState: VISITOR })

  test('PROFILE-06 an administrator exports that one person', { tag: '@slow' }, async ({
    page,
  }) => {
    await signInAs(page, 'admin')
    await page.goto(`/physician/${ZENOBIA}`)
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: /^Export/ })
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/export'),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(sent.postDataJSON()).toMatchObject({ candidateIds: [ZENOBIA] })
  })
})
