import { expect, type Locator, type Page, test } from 'playwright/test'
import { NAME_MAX } from '#db/schema/owned-text.ts'
import { SUBSCRIBER_STATE } from './accounts.ts'
import { faultyControls } from './controls.ts'
import { pushToServer } from './devices.ts'
import { isCut, openSearch, results, searchField } from './search-page.ts'
import { holdNextToast } from './toasts.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

test.describe('by finger', () => {
  test.use(PHONE)

  const account = (page: Page) =>
    page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Account' })

  /** Screens, each with the element that appears last. */
  const screens: [path: string, last: (page: Page) => Locator][] = [
    ['/', account],
    ['/specialties', account],
    [
      '/submit-resume',
      (page) => page.getByRole('button', { name: 'Submit resume', disabled: false }),
    ],
    ['/search?organization=Larkspur+Heart', results],
  ]
  for (const [path, last] of screens) {
    test(`every control of ${path} has a name and 44 pixels`, async ({ page }) => {
      await page.goto(path)
      await expect(last(page)).toBeVisible()
      expect(await faultyControls(page)).toEqual([])
    })
  }

  test('every control of the filters has a name and 44 pixels', { tag: '@slow' }, async ({
    page,
  }) => {
    await page.goto('/search')
    await page.getByRole('button', { name: 'Open filters' }).click()
    await expect(page.getByRole('checkbox', { name: '5000+', exact: true })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Registered Nurse' })).toBeVisible()
    expect(await faultyControls(page)).toEqual([])
  })

  test('every control of what was kept, and of the choices of mail, has a name and 44 pixels', {
    tag: '@slow',
  }, async ({ page }) => {
    await page.goto('/search?tab=saved-searches')
    await expect(page.getByRole('button', { name: 'Apply Search' }).first()).toBeVisible()
    expect(await faultyControls(page)).toEqual([])
    await page.goto('/account?tab=notifications')
    await expect(page.getByRole('switch')).toHaveCount(4)
    expect(await faultyControls(page)).toEqual([])
  })

  test('a card keeps both contacts side by side, and low even with a long name', async ({
    page,
  }) => {
    await page.goto('/search?organization=Larkspur+Heart+Institute')
    const card = results(page).getByRole('article').first()
    // Once its fonts are loaded.
    await expect(async () => {
      const phone = await card.getByRole('button', { name: /^Reveal phone/ }).boundingBox()
      const email = await card.getByRole('button', { name: /^Reveal email/ }).boundingBox()
      expect(email?.y).toBe(phone?.y)
      expect((await card.boundingBox())?.height).toBeLessThan(216)
    }).toPass()
  })

  test('a toast lies above the selection bar', { tag: '@slow' }, async ({ page }) => {
    await page.goto('/search?organization=Larkspur+Heart+Institute')
    await results(page).getByRole('checkbox').first().click()
    const bar = page.getByRole('region', { name: 'Selection' })
    await expect(bar).toBeVisible()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Select All' }).click()
    await expect(results(page).getByRole('checkbox', { checked: true })).toHaveCount(2)
    await holdNextToast(page)
    await results(page).getByRole('checkbox').first().click()
    const toast = page.getByRole('status').filter({ hasText: 'Selection Mode Active' })
    await expect(toast).toBeVisible()
    await toast.evaluate((element) =>
      Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
    )
    const [above, below] = [await toast.boundingBox(), await bar.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  })
})

test.describe('by keyboard and ear', () => {
  test('the palette takes the keyboard and gives it back', async ({ page }) => {
    await page.goto('/search?organization=Larkspur+Heart+Institute')
    const card = results(page).getByRole('article').first()
    await card.focus()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(card).toBeFocused()
  })

  test('Tab goes from the first link to the content, and past a card through its controls', async ({
    page,
  }) => {
    await page.goto('/search?organization=Larkspur+Heart+Institute&sortKey=name')
    await expect(results(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    const card = results(page).getByRole('article').first()
    await card.focus()
    await page.keyboard.press('Tab')
    await expect(card.getByRole('checkbox')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(card.getByRole('checkbox')).toBeChecked()
    for (const name of [
      /^Zenobia/,
      /^Reveal phone/,
      /^Reveal email/,
      /^Add Zenobia/,
      /^Send email to Zenobia/,
      /^LinkedIn/,
      /^Profile of/,
    ]) {
      await page.keyboard.press('Tab')
      await expect(card.locator(':focus')).toHaveAccessibleName(name)
    }
  })

  test('a state is chosen by typing its name', async ({ page }) => {
    await openSearch(page)
    const state = page.getByRole('combobox', { name: 'State' })
    // Letters more than a second apart, as on a busy machine, begin another word.
    await expect(async () => {
      await state.focus()
      await page.keyboard.type('verm')
      await expect(state).toHaveValue('VT', { timeout: 2_000 })
    }).toPass()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/state=VT/)
  })

  test('how many were found is announced', async ({ page }) => {
    await page.goto('/search?organization=Larkspur+Heart+Institute')
    await expect(page.getByRole('status').filter({ hasText: '2 people found' })).toHaveCount(1)
  })

  test('what happens under an open dialog is still announced', { tag: '@slow' }, async ({
    page,
  }) => {
    await page.goto('/search')
    await expect(results(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
    // The page below it is hidden from screen readers.
    await expect(searchField(page)).toHaveCount(0)
    const isSilenced = await page
      .locator('[role=alert][aria-live=assertive]')
      .evaluate((region) => region.closest('[aria-hidden=true]') !== null)
    expect(isSilenced).toBe(false)
  })
})

test('at 200 % zoom nothing scrolls both ways, and the results have room', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  for (const path of ['/', '/specialties']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    expect(await widthOf(page), path).toBe(720)
  }
  await openSearch(page, '?organization=Consolidated+Northern')
  expect(await widthOf(page)).toBe(720)
  await openSearch(page)
  await page.mouse.wheel(0, 1500)
  const actions = page.getByRole('button', { name: 'Actions' })
  await expect(actions).toBeVisible()
  await expect(actions).not.toBeInViewport()
  // A phone held across has a tablet's layout, but not its height.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.mouse.wheel(0, 500)
  await expect(page.getByRole('banner')).not.toBeInViewport()
})

test('at 400 % zoom the tabs end the page, and what is read has the height', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 225 })
  await page.goto('/lists')
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await expect(tabs).toBeAttached()
  await expect(tabs).not.toBeInViewport()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await tabs.getByRole('link', { name: 'Account' }).focus()
  await expect(tabs).toBeInViewport({ ratio: 1 })
  expect(await widthOf(page)).toBe(320)
})

test('at 400 % zoom a dialog leaves room for its fields', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 225 })
  await page.goto('/physician/00000000-0000-4000-8000-000000000001')
  await page.getByRole('button', { name: 'Send email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Email' })
  for (const part of [dialog.getByLabel('Subject'), dialog.getByRole('link').last()]) {
    await part.scrollIntoViewIfNeeded()
    await expect(part).toBeInViewport({ ratio: 1 })
  }
})

test('at 400 % zoom a drawer leaves room for its fields, and its buttons in sight', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 225 })
  await openSearch(page)
  await page.getByRole('button', { name: 'Open filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  // Until the specialties are there, what is below them moves.
  await drawer.getByRole('checkbox').first().waitFor()
  const state = drawer.getByLabel('State', { exact: true })
  await state.focus()
  await expect(state).toBeInViewport({ ratio: 1 })
  await expect(drawer.getByRole('button', { name: /^Show / })).toBeInViewport({ ratio: 1 })
  await expect(drawer.getByRole('heading', { name: 'Filters' })).not.toBeInViewport()
})

test('on a phone, text twice as large is no wider than the window', {
  tag: '@slow',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...PHONE, baseURL, storageState: SUBSCRIBER_STATE })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const [path, seen] of [
    ['/pricing', /^Choose /],
    ['/lists', 'New list'],
    ['/account?tab=security', 'Take everything with you'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: seen }).first()).toBeVisible()
    expect(await widthOf(page), path).toBe(360)
  }
  await context.close()
})

test('text twice as large has the layout of a window half as wide', async ({ page }) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await openSearch(page, '?organization=Consolidated+Northern')
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible()
  expect(await widthOf(page)).toBe(1440)
  const link = results(page).getByRole('article').getByRole('link').first()
  expect(await link.evaluate(isCut)).toBe(false)
  const box = await page.getByRole('button', { name: 'Menu' }).locator('svg').boundingBox()
  expect(box?.width).toBe(36)
})

test('on 280 pixels nothing is beside the view, and a list’s name and a number paid for are whole', async ({
  page,
}) => {
  await page.setViewportSize({ width: 280, height: 653 })
  const id = crypto.randomUUID()
  const name = 'Interventional cardiologists of the Gulf Coast '.repeat(3).slice(0, NAME_MAX).trim()
  await page.goto('/due')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await widthOf(page)).toBe(280)
  await pushToServer(page, [
    ['lists.create', { id, name, candidate_ids: ['00000000-0000-4000-8000-000000000001'] }],
  ])
  await page.goto(`/lists/${id}`)
  const heading = page.getByRole('heading', { level: 1, name })
  await expect(heading).toBeVisible()
  expect(await heading.evaluate((each) => each.scrollHeight - each.clientHeight)).toBe(0)
  await page.getByRole('button', { name: /^View contact information of Zenobia/ }).click()
  const number = page.getByRole('link', { name: '806-555-0101', exact: true })
  await expect(number).toBeVisible()
  expect((await number.boundingBox())?.height).toBeLessThan(30)
  expect(await widthOf(page)).toBe(280)
})

test('on paper a screen is light, and has no bars', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/physician/00000000-0000-4000-8000-000000000001')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color)
  const onScreen = await ink()
  await page.emulateMedia({ media: 'print' })
  expect(await ink()).not.toBe(onScreen)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await page.setViewportSize({ width: 794, height: 1123 })
  await expect(page.locator('nav[aria-label=Tabs]')).toBeHidden()
})

test('nothing moves for those who asked for stillness', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const moved: number[] = []
    Object.assign(globalThis, { moved })
    // Recorded as they begin: a finished animation is no longer listed.
    for (const type of ['animationstart', 'transitionrun']) {
      addEventListener(type, () => {
        for (const { effect } of document.getAnimations()) {
          moved.push(Number(effect?.getTiming().duration))
        }
      })
    }
  })
  await openSearch(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  const durations = await page.evaluate(() => (globalThis as unknown as Moved).moved)
  expect(durations.filter((duration) => duration > 1)).toEqual([])
})

test('a card never cuts the credential, and shows each fact once in 96 pixels', async ({
  page,
}) => {
  await page.goto('/search?query=zenobia')
  const card = results(page).getByRole('article').first()
  const credential = card.getByText('MD', { exact: true })
  await expect(credential).toBeVisible()
  const isCut = await credential.evaluate((element) => element.scrollWidth > element.clientWidth)
  expect(isCut).toBe(false)
  await expect.poll(async () => (await card.boundingBox())?.height).toBe(96)
})

test('in the system’s colours one sees what is current, chosen, pointed at, and a button as such', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openSearch(page)
  const ground = (element: Locator) =>
    element.evaluate((each) => getComputedStyle(each).backgroundColor)
  const highlight = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = 'background: Highlight; forced-color-adjust: none'
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  })
  const main = page.getByRole('navigation', { name: 'Main' })
  expect(await ground(main.getByRole('link', { name: 'Search' }))).toBe(highlight)
  expect(await ground(main.getByRole('link', { name: 'Lists' }))).not.toBe(highlight)
  const density = page.getByRole('radiogroup', { name: 'Density' })
  expect(await ground(density.getByRole('radio', { checked: true }))).toBe(highlight)
  expect(await ground(density.getByRole('radio', { checked: false }))).not.toBe(highlight)
  const add = page.getByRole('complementary', { name: 'Preview' }).getByRole('button', {
    name: 'Add to list',
  })
  await expect(add).toHaveCSS('border-top-width', '1px')
  await expect(results(page).locator('[data-hue]').first()).toHaveCSS('border-top-width', '1px')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCSS('border-top-width', '1px')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Account' }).press('Enter')
  const items = page.getByRole('menuitem')
  // A key that comes before the menu has the focus is the page's.
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toHaveCSS('background-color', highlight)
  await expect(items.first()).not.toHaveCSS('background-color', highlight)
})

/** How wide what the window shows is, with what has to be scrolled to. */
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

interface Moved {
  /** The duration of each animation, in milliseconds. */
  moved: number[]
}
