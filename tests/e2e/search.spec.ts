import { expect, type Locator, type Page, test } from 'playwright/test'

const results = (page: Page) => page.getByRole('list', { name: 'Results' })
const cards = (page: Page) => results(page).getByRole('article')
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const card = (page: Page, name: string) => results(page).getByRole('article', { name })

const ZENOBIA = 'Zenobia Quill Featherstonehaugh'
const IGNATIUS = 'Ignatius Wobblethorpe'
const ELOISE = "Éloïse O'Brouillard-Nguyễn"

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`/search${search}`)
  await expect(results(page)).toBeVisible()
}

async function addTag(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Enter')
}

/** The search parameters of the address. */
function parameter(page: Page, name: string): string | null {
  return new URL(page.url()).searchParams.get(name)
}

test.describe('the screen', () => {
  test('SEARCH-01 SEARCH-04 shows a skeleton, then filters, a toolbar that stays, results and pages', async ({
    page,
  }) => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/search', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/search')
    await expect(page.getByRole('status', { name: 'Loading results' })).toBeVisible()
    answer()
    await expect(cards(page)).toHaveCount(25)
    await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    await page.mouse.wheel(0, 1500)
    await expect(page.getByRole('button', { name: 'Select Page' })).toBeInViewport()
  })

  test('SEARCH-02 collapses and expands the filters on a desk', async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Collapse filters' }).click()
    await expect(page.getByRole('complementary', { name: 'Filters' })).toBeHidden()
    await expect(searchField(page)).toBeVisible()
    await page.getByRole('button', { name: 'Expand filters' }).click()
    await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible()
  })

  test('SEARCH-03 opens the filters as a drawer on a phone, with a live count', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await open(page, '?organization=Larkspur+Heart+Institute')
    await page.getByRole('button', { name: 'Open filters' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await expect(drawer.getByRole('button', { name: 'Show 2 people' })).toBeVisible()
    await addTag(drawer.getByRole('combobox', { name: 'City', exact: true }), 'Lubbock')
    await drawer.getByRole('button', { name: 'Show 1 person' }).click()
    await expect(drawer).toBeHidden()
    await expect(card(page, IGNATIUS)).toBeVisible()
  })

  test('has no sideways scroll at 360 pixels, long names included', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await open(page, '?organization=Consolidated+Northern')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(360)
  })

  test('SEARCH-20 SEARCH-23 SEARCH-24 SEARCH-25 offers every filter', async ({ page }) => {
    await open(page)
    const panel = page.getByRole('complementary', { name: 'Filters' })
    for (const label of ['City', 'Title', 'Organization', 'Education', 'Skills']) {
      await expect(panel.getByRole('combobox', { name: label, exact: true })).toBeVisible()
    }
    await expect(panel.getByRole('combobox', { name: 'Country' })).toBeDisabled()
    await expect(panel.getByRole('combobox', { name: 'Country' })).toHaveText('United States')
    for (const label of [
      '1 to 19',
      '5000+',
      '<$1M',
      '$100M to <$1B',
      'Retail',
      'Pharmaceuticals',
    ]) {
      await expect(panel.getByRole('checkbox', { name: label, exact: true })).toBeVisible()
    }
    const state = panel.getByRole('combobox', { name: 'State' })
    await expect(state.locator('option')).toHaveCount(52)
    await state.selectOption('VT')
    await expect.poll(() => parameter(page, 'state')).toBe('VT')
  })
})

test.describe('searching', () => {
  test('SEARCH-39 searches while typing, once per pause, and ignores an overtaken answer', async ({
    page,
  }) => {
    await open(page)
    const asked: string[] = []
    await page.route('**/api/search', async (route) => {
      const { filters, limit } = route.request().postDataJSON()
      const { query } = filters
      // Searches for one person only ask which filter to drop.
      if (limit > 1) asked.push(query)
      if (query === 'zeno') await new Promise((resolve) => setTimeout(resolve, 800))
      await route.continue().catch(() => undefined)
    })
    await searchField(page).pressSequentially('zeno')
    await expect.poll(() => asked.at(-1)).toBe('zeno')
    expect(asked.length).toBeLessThan('zeno'.length)
    await searchField(page).fill('wobblethorpe')
    await expect(card(page, IGNATIUS)).toBeVisible()
    await page.waitForTimeout(900)
    await expect(card(page, IGNATIUS)).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    expect(asked.slice(-2)).toEqual(['zeno', 'wobblethorpe'])
  })

  test('keeps the previous results on screen while the next load', async ({ page }) => {
    await open(page, '?query=zenobia')
    await page.route('**/api/search', () => undefined)
    await searchField(page).fill('wobblethorpe')
    await page.waitForTimeout(400)
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
    })
    await expect(page.getByText(/^2 people in \d+ ms$/)).toBeVisible()
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
    ['industry', 'companyIndustry=Medical+Practice&query=fjord', ELOISE, ZENOBIA],
  ]
  for (const [filter, search, found, left] of narrowing) {
    test(`SEARCH-40 narrows by ${filter}`, async ({ page }) => {
      await open(page, `?${search}${search.includes('query') ? '' : '&sortKey=name'}`)
      const scope = filter === 'specialty' || filter === 'skills' ? '&organization=Larkspur' : ''
      if (scope) await open(page, `?${search}${scope}`)
      await expect(card(page, found)).toBeVisible()
      await expect(card(page, left)).toHaveCount(0)
    })
  }

  test('DATA-11 finds a Canadian without a country filter, and narrows by one in the address', async ({
    page,
  }) => {
    await open(page, '?query=o%27brouillard')
    await expect(card(page, ELOISE)).toContainText('Saguenay, QC')
    await page.goto('/search?query=o%27brouillard&country=United+States')
    await expect(page.getByText('No results found')).toBeVisible()
  })

  test('SEARCH-09 says how fast a fast search was, and nothing of a slow one', async ({ page }) => {
    const answer = await page.request.post('/api/search', { data: {} })
    const json = await answer.json()
    await page.route('**/api/search', (route) => route.fulfill({ json }))
    await open(page)
    await expect(page.getByText(/^Fast search: \d+ ms$/)).toBeVisible()
    await expect(page.getByText(/^Fast search/)).toBeHidden({ timeout: 4500 })
    await page.unroute('**/api/search')
    await page.route('**/api/search', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.continue()
    })
    await searchField(page).fill('zenobia')
    await expect(card(page, ZENOBIA)).toBeVisible()
    await expect(page.getByText(/^Fast search/)).toBeHidden()
  })
})

test.describe('the address', () => {
  test('SEARCH-12 SEARCH-18 applies what the address holds', async ({ page }) => {
    await open(page, '?organization=Larkspur+Heart+Institute&sortKey=name&sortDirection=desc')
    await expect(cards(page).first()).toContainText(IGNATIUS)
    await page.getByRole('button', { name: 'Sort ascending' }).click()
    await expect(cards(page).first()).toContainText(ZENOBIA)
    expect(parameter(page, 'sortDirection')).toBeNull()
  })

  test('SEARCH-13 replaces the history entry: Back leaves the search at once', async ({ page }) => {
    await page.goto('/about')
    await page.getByRole('link', { name: 'Search', exact: true }).first().click()
    await expect(results(page)).toBeVisible()
    await searchField(page).fill('nurse')
    await expect.poll(() => parameter(page, 'query')).toBe('nurse')
    await page.getByRole('checkbox', { name: '5000+', exact: true }).click()
    await expect.poll(() => parameter(page, 'companySize')).toBe('5000+')
    await page.goBack()
    await expect(page).toHaveURL(/\/about$/)
  })

  test("SEARCH-16 applies a saved search's parameters on arrival", async ({ page }) => {
    // From a screen that stands: one still starting would take the new address for its own.
    await open(page)
    await page.evaluate(() => {
      const savedSearch = { title: ['Charge Nurse'], state: 'TX', page: 4 }
      history.pushState({ savedSearch }, '', '/search')
    })
    await page.reload()
    await expect(card(page, IGNATIUS)).toBeVisible()
    expect(parameter(page, 'title')).toBe('Charge Nurse')
    expect(parameter(page, 'page')).toBeNull()
    await searchField(page).fill('nurse')
    await expect.poll(() => parameter(page, 'query')).toBe('nurse')
  })

  test('SEARCH-19 returns to page 1 and the results on any filter change', async ({ page }) => {
    await open(page, '?page=3&tab=saved-lists')
    await page.getByRole('checkbox', { name: '5000+', exact: true }).click()
    await expect.poll(() => parameter(page, 'page')).toBeNull()
    expect(parameter(page, 'tab')).toBeNull()
  })

  test('SEARCH-34 opens a page and writes it to the address', async ({ page }) => {
    await open(page)
    const first = await cards(page).first().textContent()
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect(pages.getByRole('link', { name: /^Page \d+$/ })).toHaveCount(6)
    await pages.getByRole('link', { name: 'Page 3', exact: true }).click()
    await expect.poll(() => parameter(page, 'page')).toBe('3')
    await expect(cards(page).first()).not.toHaveText(first ?? '')
    await expect(pages.getByRole('link', { name: 'Page 3', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })

  test('takes filters away by their chips, and keeps the keyboard near', async ({ page }) => {
    await open(page, '?organization=Larkspur+Heart&city=Lubbock')
    const chips = page.getByRole('list', { name: 'Active filters' })
    await chips.getByRole('button', { name: 'Remove Lubbock' }).press('Enter')
    await expect(cards(page)).toHaveCount(2)
    await expect(chips.getByRole('button', { name: 'Remove Larkspur Heart' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cards(page)).toHaveCount(25)
    await expect(page.getByRole('region', { name: 'Search results' })).toBeFocused()
  })

  test('SEARCH-14 SEARCH-22 keeps tags, at most five', async ({ page }) => {
    await open(page)
    const city = page.getByRole('combobox', { name: 'City', exact: true })
    for (const name of ['Reno', 'Sparks', 'Elko', 'Ely', 'Fallon', 'Tonopah']) {
      await addTag(city, name)
    }
    await expect.poll(() => parameter(page, 'city')).toBe('Reno,Sparks,Elko,Ely,Fallon')
  })
})

test.describe('a card', () => {
  test('SEARCH-30 SEARCH-31 SEARCH-32 shows who a person is', async ({ page }) => {
    await open(page, '?query=zenobia')
    const zenobia = card(page, ZENOBIA)
    for (const text of [
      'MD',
      'Cardiology',
      'Attending Cardiologist, Larkspur Heart Institute',
      'Amarillo, TX 79101',
      '+2 more',
      'mobile, verified 3 days ago',
      'personal, verified 12 days ago',
    ]) {
      await expect(zenobia.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(zenobia).not.toContainText('Cardiac MRI')
  })

  test('SEARCH-30 REVEAL-12 never says null, and says what is not available', async ({ page }) => {
    await open(page, '?organization=Nameless+Apothecary')
    const nameless = card(page, 'Unknown Professional')
    await expect(nameless).not.toContainText(/null|undefined/i)
    await expect(nameless.getByText('Phone not available')).toBeVisible()
    await expect(nameless.getByText('Email not available')).toBeVisible()
  })

  test('links to LinkedIn in a new tab only with an address, and to the profile', async ({
    page,
  }) => {
    await open(page, '?organization=Larkspur+Heart+Institute')
    const linkedIn = card(page, ZENOBIA).getByRole('link', { name: /^LinkedIn/ })
    await expect(linkedIn).toHaveAttribute('target', '_blank')
    await expect(linkedIn).toHaveAttribute('rel', /noopener/)
    await expect(card(page, IGNATIUS).getByRole('button', { name: /^LinkedIn/ })).toBeDisabled()
    await card(page, ZENOBIA).getByRole('link', { name: ZENOBIA, exact: true }).click()
    await expect(page).toHaveURL(/\/physician\/00000000-0000-4000-8000-000000000001$/)
  })

  test('REVEAL-01 REVEAL-02 REVEAL-06 reveals in place, then copies', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const answered = page.waitForResponse('**/api/search')
    await open(page, '?query=zenobia')
    expect(await (await answered).text()).not.toContain('806-555-0101')
    const zenobia = card(page, ZENOBIA)
    const before = await zenobia.boundingBox()
    await zenobia.getByRole('button', { name: /^Reveal email/ }).click()
    await expect(zenobia.getByText('zenobia@example.com')).toBeVisible()
    await expect(zenobia.getByText('806-555-0101')).toBeVisible()
    expect(await zenobia.boundingBox()).toEqual(before)
    await zenobia.getByRole('button', { name: 'Copy phone 806-555-0101' }).click()
    await expect(zenobia.getByText('Copied', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('806-555-0101')
    await expect(zenobia.getByText('Copied', { exact: true })).toBeHidden({ timeout: 2600 })
  })
})

test.describe('when it does not work out', () => {
  test('SEARCH-05 says so when nobody matches, names the costliest filter and clears', async ({
    page,
  }) => {
    await page.goto('/search?query=zenobia&city=Lubbock&organization=Larkspur+Heart+Institute')
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
    await expect(page.getByText(/^Without .* there is 1 person\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(cards(page)).toHaveCount(25)
    expect(new URL(page.url()).search).toBe('')
  })

  test('drops the costliest filter when asked to', async ({ page }) => {
    await page.goto('/search?query=zenobia&city=Lubbock&organization=Larkspur+Heart')
    await page.getByRole('button', { name: /^Drop / }).click()
    await expect(cards(page)).toHaveCount(1)
  })

  test('SEARCH-06 SEARCH-07 SEARCH-08 SEARCH-38 shows, reports and repeats a failed search', async ({
    page,
  }) => {
    await open(page)
    await page.route('**/api/search', (route) =>
      route.fulfill({
        status: 503,
        json: { error: { code: 'search_unavailable', message: 'The search is starting.' } },
      }),
    )
    const report = page.waitForRequest('**/api/search-errors')
    await searchField(page).fill('zenobia')
    const panel = page.getByRole('alert').filter({ hasText: 'Retry Search' })
    await expect(panel).toContainText('Optimized search failed: The search is starting.')
    await expect(
      page.getByText(/^Optimized search failed: The search is starting\. \(\d+ms\)$/),
    ).toBeVisible()
    expect((await report).postDataJSON()).toMatchObject({
      error_type: 'other',
      error_message: 'Optimized search failed: The search is starting.',
      search_query: 'zenobia',
      search_filters: { query: 'zenobia' },
    })
    await page.unroute('**/api/search')
    await page.getByRole('button', { name: 'Retry Search' }).click()
    await expect(card(page, ZENOBIA)).toBeVisible()
    await expect(panel).toBeHidden()
  })

  test('SEARCH-08 tells of an answer that is not of the agreed form', async ({ page }) => {
    await page.route('**/api/search', (route) => route.fulfill({ json: { success: false } }))
    await page.goto('/search')
    await expect(
      page.getByText('Optimized search returned unsuccessful response', { exact: true }),
    ).toBeVisible()
  })

  test('keeps the last results offline and searches again once connected', async ({
    page,
    context,
  }) => {
    await open(page, '?query=zenobia')
    await page.waitForTimeout(1000)
    await context.setOffline(true)
    await searchField(page).fill('wobblethorpe')
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expect(card(page, ZENOBIA)).toBeVisible()
    await context.setOffline(false)
    await expect(card(page, IGNATIUS)).toBeVisible()
  })

  test('SEARCH-26 SEARCH-27 SEARCH-29 lists the usual specialties when they cannot be counted', async ({
    page,
  }) => {
    await page.route('**/api/specialties/counts', (route) => route.abort())
    await page.goto('/search')
    const loading = page.getByRole('status', { name: 'Loading specialties' })
    await expect(loading.locator('> *')).toHaveCount(10)
    await expect(page.getByText(/connection issue/)).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Registered Nurse' })).toBeVisible()
  })
})

test.describe('the keyboard', () => {
  test('moves along the list, reveals, selects and opens', async ({ page }) => {
    await open(page, '?organization=Larkspur+Heart+Institute&sortKey=name')
    await page.keyboard.press('j')
    await expect(card(page, ZENOBIA)).toBeFocused()
    await page.keyboard.press('j')
    await expect(card(page, IGNATIUS)).toBeFocused()
    await expect(page.getByRole('article', { name: `Preview of ${IGNATIUS}` })).toBeVisible()
    await page.keyboard.press('r')
    await expect(card(page, IGNATIUS).getByText('806-555-0103')).toBeVisible()
    await page.keyboard.press('x')
    await expect(card(page, IGNATIUS).getByRole('checkbox')).toBeChecked()
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: ZENOBIA })).toBeVisible()
  })

  test('focuses the search by / and lists the shortcuts by ?', async ({ page }) => {
    await open(page)
    await page.keyboard.press('/')
    await expect(searchField(page)).toBeFocused()
    await page.keyboard.type('?j')
    await expect(searchField(page)).toHaveValue('?j')
    await searchField(page).blur()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })

  test('runs a command from the palette', async ({ page }) => {
    await open(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('only state vermont')
    await page.keyboard.press('Enter')
    await expect.poll(() => parameter(page, 'state')).toBe('VT')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})
