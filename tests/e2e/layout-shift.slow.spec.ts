import { expect, type Page, test } from 'playwright/test'
import { signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import { expectSynced, FIRST_START_MS, openLists, peopleIn, pushToServer } from './devices.ts'
import { watchShifts } from './layout-shift.ts'
import { cards, openSearch, part, searchField } from './search-page.ts'
import { gate } from './time.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const ZENOBIA = '00000000-0000-4000-8000-000000000001'

for (const width of [360, 820, 1440]) {
  test(`nothing jumps in /search at ${width} pixels, on arrival or with an answer that comes late`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const expectStill = await watchShifts(page)
    const late = gate()
    await page.route('**/api/search', async (route) => {
      if (route.request().postDataJSON().filters.query) await late.opened
      await route.continue()
    })
    await openSearch(page, '?state=TX')
    await searchField(page).pressSequentially('nurse')
    await expect(page.locator('[data-pending]').first()).toBeVisible()
    // For half a second after the last key the browser attributes layout shifts to it.
    await page.waitForFunction(
      (since) => performance.now() > since + 600,
      await page.evaluate(() => performance.now()),
    )
    late.open()
    await expect(page.locator('[data-pending]')).toHaveCount(0)
    await expect(cards(page).first()).toBeVisible()
    await painted(page)
    await expectStill()
  })

  test(`nobody moves at ${width} pixels when a text is typed over everybody, nor when it is answered`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const expectStill = await watchShifts(page)
    const late = gate()
    await page.route('**/api/search', async (route) => {
      if (route.request().postDataJSON().filters.query) await late.opened
      await route.continue()
    })
    await openSearch(page)
    const top = async () => (await cards(page).first().boundingBox())?.y
    const before = await top()
    await searchField(page).pressSequentially('nurse')
    await expect(page.getByRole('button', { name: 'Search exactly for “nurse”' })).toBeVisible()
    await painted(page)
    expect(await top()).toBe(before)
    late.open()
    await expect(part(page, /^Nurse/)).toBeVisible()
    await painted(page)
    expect(await top()).toBe(before)

    // The next query keeps the place of the former readings until it is answered.
    const next = gate()
    await page.unroute('**/api/search')
    await page.route('**/api/search', async (route) => {
      await next.opened
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/search')
    await searchField(page).pressSequentially(' in texas')
    await asked
    await painted(page)
    expect(await top()).toBe(before)
    await searchField(page).fill('')
    next.open()
    await expect(part(page, /^Nurse/)).toHaveCount(0)
    // Other people are shown now, in the place of the former ones.
    await expect.poll(top).toBe(before)
    await expectStill()
  })

  test(`nothing jumps in a profile at ${width} pixels, however late it comes`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const expectStill = await watchShifts(page)
    const person = gate()
    await page.route('**/api/candidates/*', async (route) => {
      await person.opened
      await route.continue()
    })
    await page.goto(`/physician/${ZENOBIA}`)
    await expect(page.getByRole('status', { name: 'Loading profile' })).toBeVisible()
    await painted(page)
    person.open()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await painted(page)
    await expectStill()
  })
}

/** Resolves when the present content has been painted. */
function painted(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

test.describe('of a new account', () => {
  test.use({ storageState: VISITOR })

  test('nothing jumps when what was done with a person is read after the person', async ({
    page,
  }) => {
    await signUpNewUser(page)
    await subscribe(page)
    const data = { filters: { state: ['TX'] }, limit: 25 }
    const answer = await page.request.post('/api/search', { data })
    const { data: people } = (await answer.json()) as { data: { id: string }[] }
    const [person] = people
    expect(person).toBeDefined()
    const candidate_id = person?.id ?? ''
    const note = { candidate_id, note: 'Nights only.\nLikes the coast.', previous: null }
    await pushToServer(page, [
      ['activities.add', { id: crypto.randomUUID(), candidate_id, kind: 'email' }],
      ['candidates.note', note],
    ])
    // The device's own database is there, so that it is opened beside the next search.
    await openLists(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    const expectStill = await watchShifts(page)
    await openSearch(page, '?state=TX')
    await expect(cards(page).first()).toContainText('You emailed', { timeout: FIRST_START_MS })
    await expect(page.getByText('Likes the coast.')).toBeVisible()
    await painted(page)
    await expectStill()
  })

  test('nothing jumps in a list, on its first arrival nor when it is opened again', async ({
    page,
  }) => {
    await signUpNewUser(page)
    await subscribe(page)
    const id = crypto.randomUUID()
    const people = { name: 'On call', description: null, candidate_ids: await peopleIn(page, 30) }
    await pushToServer(page, [['lists.create', { id, ...people }]])
    const expectStill = await watchShifts(page)
    for (const width of [1440, 820, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const known = page.waitForResponse('**/api/candidates/contacts')
      await page.goto(`/lists/${id}`)
      await known
      await expect(page.getByRole('link', { name: 'Call block' })).toBeVisible()
      await expectSynced(page)
      await painted(page)
      await expectStill()
    }
  })

  for (const { path, skeleton, shown } of [
    { path: '/lists', skeleton: 'Loading lists', shown: 'On call' },
    { path: '/lists/favorites', skeleton: 'Loading healthcare workers', shown: 'Nights only.' },
    { path: '/due', skeleton: 'Loading what is due', shown: 'Send the contract' },
    { path: '/account?tab=team', skeleton: 'Loading team', shown: 'Gulf desk' },
  ]) {
    test(`nothing jumps in ${path} on a phone, however late its rows come`, async ({ page }) => {
      await signUpNewUser(page)
      await subscribe(page)
      const candidate_ids = await peopleIn(page, 3)
      const names = ['On call', 'Nights', 'Days', 'Weekends', 'Coast', 'Plains', 'Hills']
      const next = { kind: 'next', words: 'Send the contract', candidate_id: candidate_ids[0] }
      const today = new Date().toISOString().slice(0, 10)
      await pushToServer(page, [
        ...names.map(
          (name) => ['lists.create', { id: crypto.randomUUID(), name, candidate_ids }] as const,
        ),
        ['activities.add', { id: crypto.randomUUID(), ...next, next_on: today }],
        ...candidate_ids.map(
          (id) => ['candidates.star', { candidate_id: id, starred: true }] as const,
        ),
        [
          'candidates.note',
          { candidate_id: candidate_ids[0], note: 'Nights only.', previous: null },
        ],
      ])
      await page.request.post('/api/teams', { data: { name: 'Gulf desk' } })
      await page.setViewportSize({ width: 360, height: 740 })
      // Neither a device that is quick on the first page, nor the server in its place, has them before.
      const rows = gate()
      await page.context().route(/\/api\/(shapes|queries)\//, async (route) => {
        await rows.opened
        await route.continue()
      })
      // The tabs of an account are known from here on.
      await page.goto('/about')
      await expect(page.getByRole('link', { name: 'Due' })).toBeVisible()
      const expectStill = await watchShifts(page)
      await page.goto(path)
      await expect(page.getByRole('status', { name: skeleton })).toBeVisible()
      await painted(page)
      rows.open()
      await expect(page.getByText(shown).first()).toBeVisible({ timeout: FIRST_START_MS })
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expectSynced(page)
      await painted(page)
      await expectStill()
    })
  }
})
