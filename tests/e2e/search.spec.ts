import { expect, type Locator, type Request, test } from 'playwright/test'
import {
  card,
  cards,
  ELOISE,
  IGNATIUS,
  isCut,
  openSearch,
  parameter,
  searchField,
  ZENOBIA,
} from './search-page.ts'
import { gate, stopClock } from './time.ts'

const PROFILE = '/physician/00000000-0000-4000-8000-000000000001'

test('SEARCH-01 SEARCH-04 shows a skeleton, then filters, a toolbar that stays, results and pages', async ({
  page,
}) => {
  const answer = gate()
  await page.route('**/api/search', async (route) => {
    await answer.opened
    await route.continue()
  })
  await page.goto('/search')
  await expect(page.getByRole('status', { name: 'Loading results' })).toBeVisible()
  answer.open()
  await expect(cards(page)).toHaveCount(25)
  await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await page.mouse.wheel(0, 1500)
  await expect(page.getByRole('button', { name: 'Select Page' })).toBeInViewport()
})

for (const [screen, width] of [
  ['a desk', 1440],
  ['a tablet held upright', 820],
] as const) {
  test(`SEARCH-02 collapses and expands the filters beside the results on ${screen}, and remembers it`, {
    tag: '@slow',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 1180 })
    await openSearch(page)
    const filters = page.getByRole('complementary', { name: 'Filters' })
    if (width === 820) {
      // They would take a third of the width: they open on request.
      await expect(filters).toBeHidden()
      await page.getByRole('button', { name: 'Expand filters' }).click()
    }
    const [beside, list] = [await filters.boundingBox(), await cards(page).first().boundingBox()]
    expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(list?.x ?? 0)
    await page.getByRole('button', { name: 'Collapse filters' }).click()
    await expect(filters).toBeHidden()
    await expect(searchField(page)).toBeVisible()
    await page.reload()
    await expect(cards(page)).toHaveCount(25)
    await expect(filters).toBeHidden()
    await page.getByRole('button', { name: 'Expand filters' }).click()
    await expect(filters).toBeVisible()
  })
}

test('a tablet shows a preview over the list, and a desk beside it, from the first person on', async ({
  page,
}) => {
  await openSearch(page, '?organization=Larkspur+Heart+Institute&sortKey=name')
  await expect(page.getByRole('article', { name: `Preview of ${ZENOBIA}` })).toBeVisible()
  const widthOf = async (column: string) =>
    (await page.getByRole('complementary', { name: column }).boundingBox())?.width
  expect([await widthOf('Filters'), await widthOf('Preview')]).toEqual([280, 400])
  // The narrowest desk: the row of controls has room between the two.
  await page.setViewportSize({ width: 1280, height: 720 })
  expect([await widthOf('Filters'), await widthOf('Preview')]).toEqual([280, 320])
  const densities = page.getByRole('radiogroup', { name: 'Density' }).locator('label')
  const [comfortable, compact] = await densities.all()
  expect((await comfortable?.boundingBox())?.y).toBe((await compact?.boundingBox())?.y)
  // The narrowest tablet.
  await page.setViewportSize({ width: 744, height: 1133 })
  await expect(page.getByRole('article', { name: `Preview of ${ZENOBIA}` })).toBeHidden()
  await card(page, IGNATIUS).getByText('Charge Nurse').click()
  const sheet = page.getByRole('dialog', { name: 'Preview' })
  await expect(sheet.getByRole('article', { name: `Preview of ${IGNATIUS}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card(page, IGNATIUS)).toBeFocused()
})

test('the search field is as wide as the column of the results', async ({ page }) => {
  await openSearch(page)
  const ends = (each: Locator) =>
    each.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      return [left, right].map(Math.round)
    })
  for (const width of [820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const results = await ends(page.getByRole('region', { name: 'Search results' }))
    const field = searchField(page).locator('xpath=ancestor::div[contains(@class, "border")][1]')
    await expect.poll(() => ends(field)).toEqual(results)
  }
})

test('a long specialty is whole beside filters and preview, and its place below it', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const specialty = 'Advanced Heart Failure & Transplant Cardiology'
  await openSearch(page, `?${new URLSearchParams({ specialty })}`)
  const card = cards(page).first()
  const badge = card.getByText(specialty)
  expect(await badge.evaluate(isCut)).toBe(false)
  const place = await card.getByText(/, [A-Z]{2}( \d{5})?$/).boundingBox()
  const { y, height } = (await badge.boundingBox()) ?? { y: 0, height: 0 }
  expect(place?.y).toBeGreaterThanOrEqual(y + height - 2)
})

test('SEARCH-20 SEARCH-23 SEARCH-24 SEARCH-25 offers every filter', async ({ page }) => {
  await openSearch(page)
  const panel = page.getByRole('complementary', { name: 'Filters' })
  for (const label of ['City', 'Title', 'Organization', 'Skills']) {
    await expect(panel.getByRole('combobox', { name: label, exact: true })).toBeVisible()
  }
  await expect(panel.getByRole('textbox', { name: 'Education' })).toBeVisible()
  await expect(panel.getByRole('combobox', { name: 'Country' })).toBeDisabled()
  await expect(panel.getByRole('combobox', { name: 'Country' })).toHaveText('United States')
  for (const label of ['1 to 19', '5000+', '<$1M', '$100M to <$1B']) {
    await expect(panel.getByRole('checkbox', { name: label, exact: true })).toBeVisible()
  }
  const industries = panel.locator('details').filter({ hasText: 'Company industry' })
  const more = industries.getByRole('button', { name: /without anybody$/ })
  if (await more.isVisible()) await more.click()
  await expect(industries.getByRole('listitem').getByText(/^[A-Z]/)).toHaveText([
    'Hospitals & Physicians Clinics',
    'Education',
    'Retail',
    'Hospital & Health Care',
    'Business Services',
    'Healthcare Services',
    'Government',
    'Consumer Services',
    'Manufacturing',
    'Medical Practice',
    'Insurance',
    'Pharmaceuticals',
  ])
  const state = panel.getByRole('combobox', { name: 'State' })
  await expect(state.locator('option')).toHaveCount(52)
  await state.selectOption('VT')
  await expect.poll(() => parameter(page, 'state')).toBe('VT')
})

test('SEARCH-39 searches while typing, once per pause, and ignores an overtaken answer', async ({
  page,
}) => {
  await page.clock.install()
  await openSearch(page)
  await stopClock(page)
  const asked: string[] = []
  const late = gate()
  let overtaken: Request | undefined
  await page.route('**/api/search', async (route) => {
    const { filters, limit } = route.request().postDataJSON()
    const { query } = filters
    // Searches for one person only compute which filter to drop.
    if (limit > 1) asked.push(query)
    if (query === 'zeno') {
      overtaken = route.request()
      await late.opened
    }
    await route.continue().catch(() => undefined)
  })
  await searchField(page).pressSequentially('zeno')
  // In two steps: work from a timer may wait for the next frame.
  for (const ms of [100, 40]) await page.clock.runFor(ms)
  // All earlier requests are known once this one is answered.
  await page.evaluate(async () => void (await fetch('/healthz')))
  expect(asked).toEqual([])
  await page.clock.runFor(100)
  await expect.poll(() => asked).toEqual(['zeno'])
  await searchField(page).fill('wobblethorpe')
  await page.clock.runFor(200)
  await expect(card(page, IGNATIUS)).toBeVisible()
  late.open()
  // It was aborted; or its answer arrives and is ignored.
  await (await overtaken?.response())?.finished()
  await page.clock.runFor(100)
  await expect(card(page, IGNATIUS)).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  expect(asked).toEqual(['zeno', 'wobblethorpe'])
})

test('a visit of a known user asks for the results, or the person, once', async ({ page }) => {
  await openSearch(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(search$|candidates)/.test(pathname)) asked.push(pathname)
  })
  for (const path of ['/search?query=zenobia', PROFILE]) {
    const answered = page.waitForResponse('**/api/me')
    await page.goto(path)
    await answered
    await expect(page.getByText(ZENOBIA).first()).toBeVisible()
  }
  expect(asked).toEqual(['/api/search', PROFILE.replace('physician', 'api/candidates')])
})

test('keeps the previous results on screen while the next load', { tag: '@slow' }, async ({
  page,
}) => {
  await openSearch(page, '?query=zenobia')
  await page.route('**/api/search', () => undefined)
  const asked = page.waitForRequest('**/api/search')
  await searchField(page).fill('wobblethorpe')
  await asked
  await expect(card(page, ZENOBIA)).toBeVisible()
  await expect(searchField(page)).toHaveValue('wobblethorpe')
})

test('SEARCH-10 SEARCH-11 sends the filters and 25 a page, and shows exactly the count', async ({
  page,
}) => {
  const request = page.waitForRequest('**/api/search')
  await page.goto('/search?state=TX&organization=Larkspur+Heart+Institute')
  const body = (await request).postDataJSON()
  expect(body).toMatchObject({ page: 1, limit: 25 })
  expect(body.filters).toEqual({
    query: '',
    specialty: [],
    city: [],
    state: ['TX'],
    country: [],
    title: [],
    organization: ['Larkspur Heart Institute'],
    education: [],
    skills: [],
    companySize: [],
    companyRevenue: [],
    companyIndustry: [],
    exact: false,
    credential: [],
    npi: [],
    hasContact: [],
    verifiedWithin: [],
    leaveOut: [],
  })
  await expect(page.getByText(/^2 people in [\d.]+ m?s$/)).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
})

const narrowing: [filter: string, search: string, found: string, left: string][] = [
  ['query', 'query=featherstonehaugh', ZENOBIA, IGNATIUS],
  ['specialty', 'specialty=Cardiology', ZENOBIA, IGNATIUS],
  ['city', 'city=Lubbock', IGNATIUS, ZENOBIA],
  ['title', 'title=charge+nurse', IGNATIUS, ZENOBIA],
  ['education', 'education=Larkspur+College', ZENOBIA, IGNATIUS],
  ['skills', 'skills=Triage', IGNATIUS, ZENOBIA],
  ['state', 'state=QC&organization=Fjord', ELOISE, ZENOBIA],
  ['organization', 'organization=Clinique+Dentaire+du+Fjord', ELOISE, ZENOBIA],
  ['company size', 'companySize=1+to+19&query=fjord', ELOISE, ZENOBIA],
  ['revenue', 'companyRevenue=<$1M&query=fjord', ELOISE, ZENOBIA],
  ['credential', 'credential=R.N.&organization=Larkspur', IGNATIUS, ZENOBIA],
  ['e-mail', 'hasContact=personal_email&organization=Larkspur', ZENOBIA, IGNATIUS],
  ['freshness', 'verifiedWithin=30&organization=Larkspur', ZENOBIA, IGNATIUS],
  ['industry', 'companyIndustry=Medical+Practice&query=fjord', ELOISE, ZENOBIA],
]
for (const [filter, search, found, left] of narrowing) {
  test(`SEARCH-40 narrows by ${filter}`, async ({ page }) => {
    const isBroad = filter === 'specialty' || filter === 'skills'
    await openSearch(page, `?${search}${isBroad ? '&organization=Larkspur' : ''}`)
    await expect(card(page, found)).toBeVisible()
    await expect(card(page, left)).toHaveCount(0)
  })
}

test('DATA-11 finds a Canadian without a country filter, and narrows by one in the address', async ({
  page,
}) => {
  await openSearch(page, '?query=o%27brouillard')
  await expect(card(page, ELOISE)).toContainText('Saguenay, QC')
  await page.goto('/search?query=o%27brouillard&country=United+States')
  await expect(page.getByText('No results found')).toBeVisible()
})

test('SEARCH-09 says how fast a fast search was, and nothing of a slow one', {
  tag: '@slow',
}, async ({ page }) => {
  await page.clock.install()
  await openSearch(page)
  await stopClock(page)
  const message = page.getByText(/^Fast search: \d+ ms$/)
  let takesMs = 400
  await page.route('**/api/search', async (route) => {
    await page.clock.runFor(takesMs)
    await route.continue()
  })
  await searchField(page).fill('zenobia')
  await page.clock.runFor(200)
  await expect(card(page, ZENOBIA)).toBeVisible()
  await expect(message).toBeVisible()
  // It lies in the top bar, over no card, on every width.
  for (const width of [360, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const bar = await page.getByRole('banner').boundingBox()
    await expect
      .poll(async () => {
        const box = await message.boundingBox()
        return box && bar && box.y >= bar.y && box.y + box.height <= bar.y + bar.height
      })
      .toBe(true)
    for (const control of await page.getByRole('banner').getByRole('button').all()) {
      expect(await overlap(message, control)).toBe(false)
    }
  }
  await page.clock.runFor(2900)
  await expect(message).toBeVisible()
  await page.clock.runFor(200)
  await expect(message).toBeHidden()
  takesMs = 2656
  await searchField(page).fill('wobblethorpe')
  await page.clock.runFor(200)
  await expect(card(page, IGNATIUS)).toBeVisible()
  await expect(message).toBeHidden()
  await expect(page.getByText('1 person in 2.7 s', { exact: true })).toBeVisible()
  takesMs = 100
  await searchField(page).fill('zenobia')
  await page.clock.runFor(200)
  await expect(message).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Lists' }).click()
  await expect(page).toHaveURL('/lists')
  await expect(message).toBeHidden()
})

/** Whether two visible elements overlap. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) return false
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x
  return !isBeside && a.y < b.y + b.height && b.y < a.y + a.height
}
