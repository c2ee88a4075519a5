import { expect, type Page, test } from 'playwright/test'
import { amount } from '#tests/support/amount.ts'
import { fromOwnNetwork, signInAs, signUpNewUser, VISITOR } from './accounts.ts'
import { animated, expectAccessible } from './axe.ts'
import { sendResume } from './resumes.ts'
import {
  adminScreens,
  becomeSubscriberWithLongRows,
  FREE_SCREENS,
  LONG_CONTACTS,
  LONG_NAME,
  longAddress,
  type Screen,
  SUBSCRIBER_SCREENS,
  VISITOR_SCREENS,
} from './screens.ts'

test.use({ storageState: VISITOR })
// One browser checks many screens, each in several ways.
test.slow()

const PHONES = [320, 360]
/** Of a tablet and of a desktop the narrowest, which have the least room for their layouts. */
const WIDTHS = [...PHONES, 744, 1280]
/** A phone's layout, and a desktop's: of each screen one, every night both. So it is with the themes. */
const AXE_WIDTHS = [360, 1280]
const AXE_THEMES = ['light', 'dark'] as const

test('no screen of a visitor is wider than its view or breaks a rule of axe', async ({ page }) => {
  await goOver(page, VISITOR_SCREENS)
})

test('no screen of a free account is wider than its view or breaks a rule of axe', async ({
  page,
}) => {
  await signUpNewUser(page, { email: longAddress(), name: LONG_NAME })
  await goOver(page, FREE_SCREENS)
})

test('no screen of a subscriber is wider than its view or breaks a rule of axe, whatever is revealed', async ({
  page,
}) => {
  await becomeSubscriberWithLongRows(page)
  await goOver(page, SUBSCRIBER_SCREENS)
})

test('no screen of an administrator is wider than its view or breaks a rule of axe', async ({
  page,
  request,
}) => {
  await sendResume(request, {
    first_name: LONG_NAME,
    last_name: LONG_NAME,
    personal_email: longAddress(),
    organization: LONG_NAME,
  })
  const email = longAddress()
  const data = { email, password: 'clinidex', name: LONG_NAME }
  await fromOwnNetwork(page)
  expect((await page.request.post('/api/auth/sign-up/email', { data })).status()).toBe(200)
  await signInAs(page, 'admin')
  await goOver(page, adminScreens(email))
})

async function goOver(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const [index, { what, show, isPhoneOnly }] of screens.entries()) {
    const isPhoneFirst = isPhoneOnly || index % 2 === 0
    const axeWidths = firstOf(AXE_WIDTHS, isPhoneFirst)
    const axeThemes = firstOf(AXE_THEMES, index % 4 < 2)
    await page.setViewportSize({ width: 320, height: 740 })
    await show(page)
    for (const width of isPhoneOnly ? PHONES : WIDTHS) {
      await page.setViewportSize({ width, height: 740 })
      await animated(page)
      const faults = await page.evaluate(layoutFaults, LONG_CONTACTS)
      expect.soft(faults, `${what} at ${width}`).toEqual([])
      // The brand has one place, so that it does not jump between screens.
      const brand = await page.locator('header a').first().boundingBox()
      expect.soft(brand?.x, `the brand over ${what} at ${width}`).toBe(width < 744 ? 16 : 24)
      if (axeWidths.includes(width)) {
        await expectAccessible(page, `${what} at ${width}`, axeThemes)
      }
    }
  }
}

/** The one of two, or the other; every night both. */
function firstOf<T>(two: readonly T[], isFirst: boolean): T[] {
  return (isFirst ? [...two] : two.toReversed()).slice(0, amount(1, 2))
}

/**
 * Runs in the page. Content beyond the sides of the viewport, of the page or of a layer over it, and
 * values that are cut off by their container.
 */
function layoutFaults(values: readonly string[]): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : []
  for (const element of document.querySelectorAll('[role=dialog], [role=dialog] *')) {
    const { left, right, width } = element.getBoundingClientRect()
    const isOut = left < -0.5 || right > clientWidth + 0.5
    if (width > 0 && isOut && !element.closest('.sr-only, [aria-hidden=true]')) {
      faults.push(`from ${left} to ${right}: ${element.outerHTML.slice(0, 120)}`)
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode } = texts
    if (!values.includes(currentNode.nodeValue ?? '')) continue
    const range = document.createRange()
    range.selectNodeContents(currentNode)
    const text = range.getBoundingClientRect()
    for (let box = currentNode.parentElement; box; box = box.parentElement) {
      const { overflow } = getComputedStyle(box)
      const { right, bottom } = box.getBoundingClientRect()
      const isCut =
        text.right > right + 0.5 || (overflow === 'hidden' && text.bottom > bottom + 0.5)
      if (overflow !== 'visible' && isCut) faults.push(`cut: ${currentNode.nodeValue}`)
    }
  }
  return faults
}
