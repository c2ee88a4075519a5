import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { SUBSCRIBER_STATE, signUpNewUser, subscribe } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { deviceTest, expectSynced, FIRST_START_MS, openLists, pushToServer } from './devices.ts'
import { cards } from './search-page.ts'

/** Follows the count on the app's icon, which no test can see: null for none. */
async function watchBadge(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const icon = window as unknown as { badge: number | null }
    icon.badge = null
    navigator.setAppBadge = async (count) => {
      icon.badge = count ?? null
    }
    navigator.clearAppBadge = async () => {
      icon.badge = null
    }
  })
}

const badgeOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { badge: number | null }).badge ?? 0)

const news = (page: Page) => page.getByRole('button', { name: /^\+4 new/ })

test('news of a watched search open exactly those people, and read here are read on every device', {
  tag: '@slow',
}, async ({ browser }) => {
  test.setTimeout(3 * FIRST_START_MS)
  const [here, there] = (await Promise.all(
    [1, 2].map(async () => {
      const context = await browser.newContext({
        storageState: SUBSCRIBER_STATE,
        viewport: { width: 1440, height: 900 },
      })
      await watchBadge(context)
      const page = await context.newPage()
      await openLists(page)
      await page.goto('/search?tab=saved-searches')
      await expect(news(page)).toHaveText(
        /^\+4 new · 2 moved · 1 gone · 3 re-verified since \w{3}$/,
        {
          timeout: FIRST_START_MS,
        },
      )
      await expectSynced(page)
      return page
    }),
  )) as [Page, Page]
  await expect.poll(() => badgeOf(there)).toBeGreaterThan(0)
  const withNews = await badgeOf(there)
  await news(here).click()
  await expect(here.getByRole('heading', { name: /^Telemetry since \w{3}$/ })).toBeVisible()
  await expect.poll(() => badgeOf(there)).toBe(withNews - 1)
  await expect(news(there)).toBeHidden()
  await expect(cards(here)).toHaveCount(10)
  await expectAccessible(here)
  for (const [kind, people] of [
    ['4 new', 4],
    ['2 moved', 2],
    ['1 gone', 1],
    ['3 re-verified', 3],
  ] as const) {
    await here.getByRole('radio', { name: kind }).click()
    await expect(cards(here)).toHaveCount(people)
  }
  // The address shows the same people, though they are read.
  await here.reload()
  await expect(cards(here)).toHaveCount(3)
  for (const page of [here, there]) await page.context().close()
})

/** What the service worker shows, which the browser of the tests cannot. */
interface ShownByWorker {
  notices: { title: string; tag: string; data: unknown }[]
  badge: number
}

deviceTest(
  'a push shows how many searches have news and no name, and leads to them',
  { tag: '@slow' },
  async ({ newDevice, baseURL }) => {
    const device = await newDevice()
    const page = await device.tab('/about')
    const context = page.context()
    await page.evaluate(() => navigator.serviceWorker.ready)
    const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers()
    await worker.evaluate(() => {
      const scope = self as unknown as ShownByWorker & {
        registration: object
        navigator: { setAppBadge(count: number): Promise<void> }
      }
      scope.notices = []
      Object.assign(scope.registration, {
        showNotification: async (title: string, { tag, data }: NotificationOptions) => {
          scope.notices.push({ title, tag: tag ?? '', data })
        },
      })
      scope.navigator.setAppBadge = async (count) => {
        scope.badge = count
      }
    })
    const shown = () =>
      worker.evaluate(() => {
        const { notices, badge } = self as unknown as ShownByWorker
        return { notices, badge }
      })
    const session = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [registration] = registrations
        if (registration) resolve(registration.registrationId)
      })
    })
    await session.send('ServiceWorker.enable')
    const registrationId = await registered
    const { origin } = new URL(baseURL ?? '')
    const deliver = async (payload: object) => {
      const data = JSON.stringify(payload)
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    }
    const id = crypto.randomUUID()
    const one = {
      title: 'A watched search has news',
      tag: 'news',
      data: { path: `/search?news=${id}` },
    }
    await deliver({ count: 1, id })
    await expect.poll(shown).toEqual({ notices: [one], badge: 1 })
    const three = {
      title: '3 watched searches have news',
      // A later notice takes the place of the one before.
      tag: 'news',
      data: { path: '/search?tab=saved-searches' },
    }
    await deliver({ count: 3 })
    await expect.poll(shown).toEqual({ notices: [one, three], badge: 4 })
  },
)

deviceTest(
  'notifications are asked for by the press that watches at once, never before, and a mail stands in',
  { tag: '@slow' },
  async ({ newDevice }) => {
    deviceTest.setTimeout(2 * FIRST_START_MS)
    const device = await newDevice()
    const page = await device.tab('/')
    // What was asked of the user, in order.
    await page.context().addInitScript(() => {
      const asked = window as unknown as { asked: string[] }
      asked.asked = []
      Notification.requestPermission = async () => {
        asked.asked.push('notifications')
        return 'denied'
      }
    })
    const askedFor = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
    await signUpNewUser(page)
    await subscribe(page)
    const id = crypto.randomUUID()
    const search = { id, name: 'Nurses', search_params: { query: 'nurse' } }
    await pushToServer(page, [['searches.create', search]])
    await openLists(page)
    await page.goto('/search?tab=saved-searches')
    const watch = (state: string) =>
      page.getByRole('button', { name: `Watch Nurses: ${state}`, exact: true })
    await watch('Off').click()
    await page.getByRole('menuitemradio', { name: 'Daily, by mail' }).click()
    await expect(watch('Daily, by mail')).toBeVisible()
    expect(await askedFor()).toEqual([])
    await watch('Daily, by mail').click()
    await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('Daily, by mail')
    await page.getByRole('menuitemradio', { name: 'At once' }).click()
    await expect(
      page.getByText(
        'This browser shows no notifications of ours, so a mail a day tells you. Allow them, or install the app, to be told at once.',
      ),
    ).toBeVisible()
    expect(await askedFor()).toEqual(['notifications'])
    await expect(watch('At once')).toBeVisible()
  },
)
