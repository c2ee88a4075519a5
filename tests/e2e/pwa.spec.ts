import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { PUSH_TAG } from '#web/service-worker/messages.ts'
import { openLists } from './devices.ts'
import { openSearch } from './search-page.ts'

test.use({ serviceWorkers: 'allow' })

test('the app can be installed: manifest, icons, pictures', async ({ page, request }) => {
  await page.goto('/about')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await request.get(href ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Clinidex', display: 'standalone', scope: '/' })
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    '/due',
    '/search',
    '/lists/last',
  ])
  const opened = [manifest.share_target.action, manifest.file_handlers[0].action]
  expect(opened).toEqual(['/bring', '/bring'])
  const purposes = manifest.icons.map((icon: { purpose?: string }) => icon.purpose ?? 'any')
  expect(purposes).toContain('maskable')
  for (const icon of manifest.icons) {
    const answer = await request.get(icon.src)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toContain(icon.type)
  }
  expect((await request.get('/apple-touch-icon.png')).status()).toBe(200)
  const pictures: Record<'src' | 'sizes' | 'form_factor', string>[] = manifest.screenshots
  expect(pictures.map(({ form_factor }) => form_factor)).toEqual(['wide', 'narrow'])
  for (const { src, sizes } of pictures) {
    const png = await (await request.get(src)).body()
    // A PNG begins with its width and height; a browser leaves out a picture of another size than it was told.
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
})

test('the colour of the browser’s bars follows the theme', async ({ page }) => {
  await page.goto('/about')
  const colors = () =>
    page
      .locator('meta[name=theme-color]')
      .evaluateAll((metas) => [...new Set(metas.map((meta) => meta.getAttribute('content')))])
  await expect.poll(colors).toEqual(['#faf8f4'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(colors).toEqual(['#0e1415'])
})

test('with no network every screen opens from the kept shell, and says it is offline', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible()
  await page.goto('/search?query=nurse')
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible()
  await expect(page.getByRole('main')).not.toBeEmpty()
  // A missing file is not answered by a screen.
  for (const path of ['/robots.txt', '/.well-known/security.txt']) {
    await expect(page.goto(path)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    // The browser's error page is a navigation too, which must end before the next one.
    await expect(page).toHaveURL(/^chrome-error:/)
  }
  await page.goto('/privacy')
  await context.setOffline(false)
  await expect(page.getByRole('banner').getByText('Offline')).toBeHidden()
})

test('nothing that comes from the API is kept by the service worker', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/')
  await waitForServiceWorker(page)
  await openSearch(page)
  const kept = await page.evaluate(async () => {
    const urls: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      urls.push(...(await cache.keys()).map((request) => new URL(request.url).pathname))
    }
    return urls
  })
  expect(kept).toContain('/shell')
  expect(kept.filter((path) => !/^\/(shell$|assets\/|[^/]+\.\w+$)/.test(path))).toEqual([])
})

test('a missing asset answers 404 and never the page', async ({ request }) => {
  const answer = await request.get('/assets/gone-00000000.js')
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).not.toContain('html')
})

test('a newer build is offered, and can wait', { tag: '@slow' }, async ({ page }) => {
  await openWithNewerBuild(page)
  const offer = page.getByText('A new version is ready')
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(offer).toBeHidden()
})

test('a newer build takes over when accepted, by one reload', { tag: '@slow' }, async ({
  page,
}) => {
  await openWithNewerBuild(page)
  const script = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
  expect(await script()).not.toContain('newer')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  // A worker that hands over late does so after the page was loaded anew.
  await expect.poll(script).toContain('newer')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loads).toBe(1)
})

test('a file that another app shares is read here, and its people can go on a list', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/about')
  await waitForServiceWorker(page)
  await page.reload()
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/bring', enctype: 'multipart/form-data' })
    const rows = [
      'First name,Last name,City,State',
      'Zenobia,Featherstonehaugh,Amarillo,TX',
      'Nobody,Atall,Nowhere,ZZ',
      ',,,',
      'Mono,,,',
    ]
    const files = new DataTransfer()
    files.items.add(new File([rows.join('\n')], 'people.csv', { type: 'text/csv' }))
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', name: 'file', files: files.files })
    form.append(input)
    document.body.append(form)
    form.submit()
  })
  await expect(page.getByRole('heading', { name: '1 person found' })).toBeVisible()
  await expect(page.getByText('Row 3: Nobody Atall, Nowhere, ZZ')).toBeVisible()
  await expect(page.getByText('Row 5')).toBeVisible()
  await page.getByRole('button', { name: 'Add 1 person to a list' }).click()
  await expect(page.getByRole('dialog', { name: 'Add to List' })).toContainText(
    '1 person selected.',
  )
  // It was taken once, and is on no disk.
  await page.reload()
  await expect(page.getByText('What was shared cannot be used')).toBeVisible()
})

test('what a page could not send is sent by the service worker once it is closed', {
  tag: '@slow',
}, async ({ page, context }) => {
  const { name, lists } = await makeUnsentList(page, context)
  await page.goto('about:blank')
  await expect.poll(lists).toContain(name)
  // The device did not hear of it: it sends the same again, and has the list once.
  await context.unroute('**/api/mutations')
  await page.goto('/lists')
  await expect(page.getByRole('banner').getByText('Synced')).toBeVisible()
  expect((await lists()).filter((each) => each === name)).toHaveLength(1)
})

test('what a page could not send is sent by the service worker once the browser has a network', {
  tag: '@slow',
}, async ({ page, context }) => {
  const { name, lists } = await makeUnsentList(page, context)
  const devtools = await context.newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin: new URL(page.url()).origin,
    registrationId: await registrationId,
    tag: PUSH_TAG,
    lastChance: false,
  })
  await expect.poll(lists).toContain(name)
})

/** Makes a list that no page can send; `lists` are the names of those that the server has. */
async function makeUnsentList(page: Page, context: BrowserContext) {
  await openLists(page)
  await waitForServiceWorker(page)
  // Of pages and their workers alone: what the service worker asks for is not held.
  await context.route('**/api/mutations', (route) =>
    route.request().serviceWorker() ? route.continue() : route.abort(),
  )
  const name = `On a plane ${crypto.randomUUID()}`
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Create list' }).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  const me = await (await context.request.get('/api/me')).json()
  const lists = async () => {
    const data = { version: CONTRACT_VERSION, user_id: me.user.id, args: {} }
    const answer = await context.request.post('/api/queries/lists.all', { data })
    return ((await answer.json()) as { rows: { name: string }[] }).rows.map((row) => row.name)
  }
  expect(await lists()).not.toContain(name)
  return { name, lists }
}

async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/**
 * Opens a page whose service worker is a build behind: to the browser another script address is another
 * build.
 */
async function openWithNewerBuild(page: Page): Promise<void> {
  await page.goto('/about')
  await waitForServiceWorker(page)
  await page.addInitScript(() => {
    const { serviceWorker } = navigator
    const register = serviceWorker.register.bind(serviceWorker)
    serviceWorker.register = (script, options) => register(`${script}?newer`, options)
  })
  await page.reload()
}
