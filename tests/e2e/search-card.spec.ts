import { expect, type Page, test } from 'playwright/test'
import { card, cards, IGNATIUS, openSearch, ZENOBIA } from './search-page.ts'
import { stopClock } from './time.ts'

test('SEARCH-30 SEARCH-31 SEARCH-32 shows who a person is', async ({ page }) => {
  await openSearch(page, '?query=zenobia')
  const zenobia = card(page, ZENOBIA)
  for (const text of [
    'MD',
    'Cardiology',
    'Attending Cardiologist, Larkspur Heart Institute',
    'Amarillo, TX 79101',
    '+2 more',
    'mobile, checked 3 days ago',
    'personal, checked 12 days ago',
  ]) {
    await expect(zenobia.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(zenobia).not.toContainText('Cardiac MRI')
})

test('SEARCH-30 REVEAL-12 never says null, and says what is not available', async ({ page }) => {
  await openSearch(page, '?organization=Nameless+Apothecary')
  const nameless = card(page, 'Unknown Professional')
  await expect(nameless).not.toContainText(/null|undefined/i)
  await expect(nameless.getByText('Phone not available')).toBeVisible()
  await expect(nameless.getByText('Email not available')).toBeVisible()
})

test('links to LinkedIn in a new tab only with an address, and to the profile', async ({
  page,
}) => {
  await openSearch(page, '?organization=Larkspur+Heart+Institute')
  const linkedIn = card(page, ZENOBIA).getByRole('link', { name: /^LinkedIn/ })
  await expect(linkedIn).toHaveAttribute('target', '_blank')
  await expect(linkedIn).toHaveAttribute('rel', /noopener/)
  await expect(card(page, IGNATIUS).getByRole('button', { name: /^LinkedIn/ })).toBeDisabled()
  await card(page, ZENOBIA).getByRole('link', { name: ZENOBIA, exact: true }).click()
  await expect(page).toHaveURL(/\/physician\/00000000-0000-4000-8000-000000000001$/)
})

test('is 96 px high, 64 in the denser list, which this device remembers', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSearch(page, '?query=zenobia')
  const height = async () => (await card(page, ZENOBIA).boundingBox())?.height
  expect(await height()).toBe(96)
  await page.getByRole('radio', { name: 'Compact' }).click()
  await expect.poll(height).toBe(64)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked()
  await expect.poll(height).toBe(64)
  await page.getByRole('radio', { name: 'Comfortable' }).click()
  await expect.poll(height).toBe(96)
})

test('REVEAL-01 REVEAL-02 REVEAL-06 reveals in place, then copies', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  const answered = page.waitForResponse('**/api/search')
  await openSearch(page, '?query=zenobia')
  expect(await (await answered).text()).not.toContain('806-555-0101')
  const zenobia = card(page, ZENOBIA)
  const before = await zenobia.boundingBox()
  await zenobia.getByRole('button', { name: /^Reveal phone/ }).press('Enter')
  await expect(zenobia.getByText('zenobia@example.com')).toBeVisible()
  await expect(zenobia.getByText('806-555-0101')).toBeVisible()
  expect(await zenobia.boundingBox()).toEqual(before)
  // Where it was pressed, the next press copies it.
  await expect(zenobia.getByRole('button', { name: 'Copy phone 806-555-0101' })).toBeFocused()
  for (const place of [zenobia, page.getByRole('article', { name: `Preview of ${ZENOBIA}` })]) {
    await expect(place.getByRole('link', { name: /^806-555-0101/ })).toHaveAttribute(
      'href',
      'tel:+18065550101',
    )
    await expect(place.getByRole('link', { name: 'Text 806-555-0101' })).toHaveAttribute(
      'href',
      'sms:+18065550101',
    )
    await expect(
      place.getByRole('button', { name: /^Copy email zenobia@example.com/ }),
    ).toBeVisible()
    await expect(place.getByRole('button', { name: /^Send email/ })).toBeVisible()
  }
  await stopClock(page)
  await zenobia.getByRole('button', { name: 'Copy phone 806-555-0101' }).click()
  await expect(zenobia.getByText('Copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('806-555-0101')
  await page.clock.runFor(1900)
  await expect(zenobia.getByText('Copied', { exact: true })).toBeVisible()
  await page.clock.runFor(700)
  await expect(zenobia.getByText('Copied', { exact: true })).toBeHidden()
})

/** Where the cards are, and the lines of each. */
const places = (page: Page) =>
  cards(page).evaluateAll((all) =>
    all.map((each) =>
      [each, ...each.querySelectorAll('p')].map((part) => part.getBoundingClientRect().y),
    ),
  )

/** Reveals the contacts of the first person found. */
async function revealFirst(page: Page): Promise<void> {
  const first = cards(page).first()
  await first
    .getByRole('button', { name: /^Reveal/ })
    .first()
    .click()
  await expect(first.getByText('@example.com')).toBeVisible()
  await expect(first.getByRole('button', { name: /^Reveal/ })).toHaveCount(0)
}

for (const density of ['Comfortable', 'Compact']) {
  test(`at a desk a reveal moves nobody, nor a line of the card, in the list that is ${density}`, async ({
    page,
  }) => {
    await openSearch(page, '?query=gp')
    await page.getByRole('radio', { name: density }).click()
    const before = await places(page)
    await revealFirst(page)
    expect(await places(page)).toEqual(before)
  })
}

test('on a phone a reveal moves those below by less than a contact', async ({ browser }) => {
  const viewport = { width: 360, height: 740 }
  const page = await browser.newPage({ viewport, hasTouch: true, isMobile: true })
  await openSearch(page, '?query=gp')
  const top = async () => (await cards(page).nth(1).boundingBox())?.y ?? 0
  const before = await top()
  await revealFirst(page)
  expect((await top()) - before).toBeLessThan(40)
  await page.close()
})

test('SEARCH-31 the place is beside the specialty, whatever it was found by', async ({ page }) => {
  await openSearch(page, '?query=gp')
  const first = cards(page).first()
  await expect(first.getByText(', for gp')).toBeVisible()
  const badge = await first.locator('[data-hue].hued').last().boundingBox()
  const place = await first.getByText(/, [A-Z]{2}( \d{5})?$/).boundingBox()
  expect(place?.x).toBe((badge?.x ?? 0) + (badge?.width ?? 0) + 8)
})
