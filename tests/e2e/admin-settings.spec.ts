import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { fromOwnNetwork, signInAs, VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { holdRequests } from './hold-requests.ts'
import { noteRequests } from './note-requests.ts'

test.use({ storageState: VISITOR })

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a6b6b' } })
    .png()
    .toBuffer()

async function openSettings(page: Page, tab = ''): Promise<void> {
  await signInAs(page, 'admin')
  await page.goto(`/admin-settings${tab}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Website Settings' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible()
}

const imagePart = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function choose(page: Page, name: string, file: Buffer, type = 'image/png') {
  await imagePart(page, name)
    .locator('input[type=file]')
    .setInputFiles({ name: 'file.png', mimeType: type, buffer: file })
}

test('SITE-02 SITE-03 SITE-04 SITE-05 NAV-12 the settings stand under three tabs', {
  tag: '@slow',
}, async ({ page }) => {
  await openSettings(page)
  // The dashboard leads here, and is where one is in the bar.
  const bar = page.getByRole('navigation', { name: 'Administration' })
  await expect(bar.locator('[aria-current]')).toHaveText('Dashboard')
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText(['Visual Assets', 'SEO & Search', 'Social Media'])
  const shows = async (names: Record<string, string>) => {
    for (const [name, recommended] of Object.entries(names)) {
      await expect(imagePart(page, name)).toContainText(`Recommended ${recommended}`)
      await expect(imagePart(page, name)).toContainText('Click to upload or drag & drop')
    }
  }
  await shows({
    Favicon: '32x32 or 64x64 px',
    'Site logo': 'up to 640x160 px',
    'Site icon': '512x512 px',
  })
  await expect(imagePart(page, 'Favicon').locator('input[type=file]')).toHaveAttribute(
    'accept',
    /\.ico,\.png,\.svg/,
  )
  await tabs.nth(1).click()
  for (const label of [
    'SEO title',
    'SEO description',
    'SEO keywords',
    'Google search title',
    'Google search description',
  ]) {
    await expect(page.getByRole('textbox', { name: label, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `Save ${label}`, exact: true })).toBeVisible()
  }
  await expect(page.getByPlaceholder('keyword1, keyword2, keyword3')).toBeVisible()
  await shows({ 'SEO/OG image': '1200x630 px' })
  await tabs.nth(2).click()
  await shows({
    'Facebook share image': '1200x630 px',
    'Twitter/X share image': '1200x675 px',
    'LinkedIn share image': '1200x627 px',
  })
  await expect(page).toHaveURL(/tab=social/)
})

test('SITE-01 says that it waits for the user, and that the settings did not load', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.route('**/api/admin/settings', (route) => route.abort())
  await page.goto('/admin-settings')
  await expect(page.getByRole('alert').getByText('Failed to load settings')).toBeVisible()
  await page.unroute('**/api/admin/settings')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('tab', { name: 'Visual Assets' })).toBeVisible()

  // A device without a cached session.
  await page.evaluate(() => localStorage.clear())
  const answer = await holdRequests(page, '**/api/me')
  await page.goto('/admin-settings')
  await expect(page.getByText('Loading user data...')).toBeVisible()
  answer()
  await expect(page.getByRole('tab', { name: 'Visual Assets' })).toBeVisible()
})

test('SITE-06 SITE-07 SITE-08 SITE-16 a title is previewed, saved, shown to the next visitor, and put back', async ({
  browser,
  page,
}) => {
  await openSettings(page, '?tab=seo')
  const title = page.getByRole('textbox', { name: 'SEO title', exact: true })
  const preview = page.getByRole('complementary', { name: 'Preview' })
  const save = page.getByRole('button', { name: 'Save SEO title', exact: true })
  const visitor = await (await browser.newContext({ storageState: VISITOR })).newPage()
  await fromOwnNetwork(visitor)

  await title.fill('First & foremost')
  await expect(preview.getByText('First & foremost')).toHaveCount(3)
  const sent = page.waitForRequest('**/api/admin/settings/seo_title')
  await save.click()
  expect((await sent).postDataJSON()).toMatchObject({ value: 'First & foremost' })
  await expect(page.getByText('Setting saved')).toBeVisible()
  await visitor.goto('/')
  await expect(visitor).toHaveTitle('First & foremost')
  await expect(visitor.locator('meta[property="og:title"]')).toHaveAttribute(
    'content',
    'First & foremost',
  )
  // The app shows the same after a client-side navigation.
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(visitor).toHaveTitle(/^About us/)
  await visitor.getByRole('banner').getByRole('link', { name: 'Clinidex' }).click()
  await expect(visitor).toHaveTitle('First & foremost')

  await title.fill('x'.repeat(121))
  await expect(page.getByText('At most 120 characters; these are 121.')).toBeVisible()
  await expect(save).toBeDisabled()

  await title.fill('Second')
  await page.route('**/api/admin/settings/seo_title', (route) => route.abort())
  await save.click()
  await expect(page.getByText('Save failed')).toBeVisible()
  await expect(title).toHaveValue('Second')
  await page.unroute('**/api/admin/settings/seo_title')
  await save.click()
  await expect(page.getByText('Setting saved')).toBeVisible()

  await page.getByRole('button', { name: 'History of SEO title' }).click()
  const history = page.getByRole('dialog', { name: 'History of SEO title' })
  await expect(history.getByRole('listitem').first()).toContainText('Second')
  await expect(history.getByRole('listitem').first()).toContainText('admin@clinidex.test')
  await expect(history.getByRole('listitem').first()).toContainText('In force')
  await history
    .getByRole('button', { name: /^Revert to version/ })
    .first()
    .click()
  await expect(history).toBeHidden()
  await expect(title).toHaveValue('First & foremost')
  await visitor.goto('/')
  await expect(visitor).toHaveTitle('First & foremost')

  await title.fill('')
  const emptied = page.waitForResponse('**/api/admin/settings/seo_title')
  await save.click()
  expect((await emptied).status()).toBe(200)
  await expect(title).toHaveValue('')
  await visitor.goto('/')
  await expect(visitor).toHaveTitle(/^Find and reach healthcare professionals/)
  await visitor.context().close()
})

test('the later of two administrators is told who saved before, and keeps what they typed', {
  tag: '@slow',
}, async ({ page }) => {
  await openSettings(page, '?tab=seo')
  const field = page.getByRole('textbox', { name: 'SEO keywords', exact: true })
  await field.fill('mine')
  const settings = await (await page.request.get('/api/admin/settings')).json()
  const present = settings.data.find(({ key }: { key: string }) => key === 'seo_keywords')
  const other = await page.request.put('/api/admin/settings/seo_keywords', {
    data: { value: `theirs ${Date.now()}`, version: present?.version ?? 0 },
  })
  expect(other.status()).toBe(200)
  const save = page.getByRole('button', { name: 'Save SEO keywords' })
  await save.click()
  const told = 'admin@clinidex.test saved this setting before you.'
  await expect(page.getByText('Save failed')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: told }).first()).toBeVisible()
  await expect(field).toHaveValue('mine')
  await save.click()
  await expect(page.getByText('Setting saved')).toBeVisible()
  await expect(save).toBeFocused()
})

test('SITE-09 SITE-12 SITE-13 SITE-14 SITE-15 SITE-16 an image is uploaded by a click or a drop, shown to a visitor, and removed', {
  tag: '@slow',
}, async ({ browser, page }) => {
  await openSettings(page, '?tab=seo')
  const part = imagePart(page, 'SEO/OG image')
  const go = await holdRequests(page, '**/image?version=*')
  const chooser = page.waitForEvent('filechooser')
  await part.getByRole('button', { name: /^Click to upload/ }).click()
  await (await chooser).setFiles({
    ...{ name: 'card.png', mimeType: 'image/png', buffer: await picture(2400, 1260) },
  })
  await expect(part.getByText('Uploading...')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save SEO title' })).toBeDisabled()
  go()
  await expect(page.getByText('Image uploaded successfully')).toBeVisible()
  const view = part.getByRole('link', { name: 'View SEO/OG image' })
  await expect(view).toHaveAttribute('target', '_blank')
  const first = await view.getAttribute('href')
  expect(first).toMatch(/^\/site-assets\/seo\/\d{13}-[0-9a-f]{32}-1200x630\.jpg$/)

  const visitor = await (await browser.newContext({ storageState: VISITOR })).newPage()
  await visitor.goto('/about')
  const image = visitor.locator('meta[property="og:image"]').first()
  await expect(image).toHaveAttribute('content', new RegExp(`${first}$`))
  expect((await visitor.request.get(String(first))).headers()['content-type']).toBe('image/jpeg')

  const dropped = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'drop.png', { type: 'image/png' }))
      return data
    },
    [...(await picture(1200, 600))],
  )
  const box = part.getByRole('button', { name: /^Click to upload/ })
  await box.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(view).toHaveAttribute('href', /-1200x600\.jpg$/)

  await page.route('**/api/admin/settings/seo_image_url', (route) => route.abort())
  await part.getByRole('button', { name: 'Remove SEO/OG image' }).click()
  await expect(page.getByText('Delete failed')).toBeVisible()
  await page.unroute('**/api/admin/settings/seo_image_url')
  await part.getByRole('button', { name: 'Remove SEO/OG image' }).click()
  await expect(page.getByText('Image removed')).toBeVisible()
  await expect(view).toBeHidden()
  await visitor.goto('/about')
  await expect(image).toHaveAttribute('content', /\/share\.png$/)
  await visitor.context().close()
})

test('SITE-10 SITE-11 SITE-13 a file that is no image, or too large, is not sent; one that only says so is refused', {
  tag: '@slow',
}, async ({ page }) => {
  await openSettings(page)
  const sent = noteRequests(page, /\/image\?/)
  await choose(page, 'Favicon', Buffer.from('text'), 'text/plain')
  await expect(page.getByText('Invalid file type')).toBeVisible()
  await expect(imagePart(page, 'Favicon').getByRole('alert')).toHaveText(
    'Please select an image file.',
  )
  await choose(page, 'Site icon', Buffer.alloc(5_242_881))
  await expect(page.getByText('File too large')).toBeVisible()
  await expect(imagePart(page, 'Site icon').getByRole('alert')).toHaveText(
    'Please select an image smaller than 5MB.',
  )
  expect(sent).toEqual([])
  await choose(page, 'Favicon', Buffer.from('text'), 'image/png')
  await expect(page.getByText('Invalid file type')).toBeVisible()
  const whole = await picture(400, 400)
  await choose(page, 'Favicon', whole.subarray(0, whole.length - 20))
  await expect(page.getByText('Upload failed')).toBeVisible()
  await expect(imagePart(page, 'Favicon').getByRole('alert')).toHaveText(
    'The image is damaged or incomplete.',
  )
  await expect(imagePart(page, 'Favicon').getByRole('link')).toHaveCount(0)
})

test('SITE-16 HOME-03 NAV-25 logo, favicon and figures stand on public pages, as the app takes them over', {
  tag: '@slow',
}, async ({ browser, page }) => {
  await openSettings(page)
  const set = async (key: string, value: string) => {
    const { data } = await (await page.request.get('/api/admin/settings')).json()
    const present = data.find((setting: { key: string }) => setting.key === key)
    const answer = await page.request.put(`/api/admin/settings/${key}`, {
      data: { value, version: present?.version ?? 0 },
    })
    expect(answer.status()).toBe(200)
  }
  await choose(page, 'Site logo', await picture(640, 160))
  await expect(imagePart(page, 'Site logo').getByRole('link')).toBeVisible()
  await set('figure_directory', '712,345+')
  const context = await browser.newContext({ storageState: VISITOR })
  const visitor = await context.newPage()
  const faults: string[] = []
  visitor.on('pageerror', (error) => faults.push(error.message))
  visitor.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`)
  })
  const document = await (await visitor.goto('/'))?.text()
  expect(document).toMatch(/<img src="\/site-assets\/logos\/[^"]+" width="640" height="160"/)
  expect(document).toContain('712,345+ healthcare professionals')
  const logo = visitor.getByRole('banner').getByRole('img', { name: 'Clinidex' })
  await expect(logo).toBeVisible()
  // Hydrated, and not rendered anew without it.
  await expect(visitor.getByRole('button', { name: 'Theme' })).toBeVisible()
  await expect(logo).toBeVisible()
  await visitor.goto('/lists/00000000-0000-4000-8000-00000000cafe')
  await expect(visitor.getByText('The directory holds 712,345+ healthcare')).toBeVisible()
  expect(faults).toEqual([])
  await page.getByRole('button', { name: 'Remove Site logo' }).click()
  await expect(page.getByText('Image removed')).toBeVisible()
  await set('figure_directory', '')
  await visitor.goto('/')
  await expect(logo).toBeHidden()
  await context.close()
})

test('nothing on the settings breaks a rule of axe, in light and dark', { tag: '@slow' }, async ({
  page,
}) => {
  test.slow()
  await openSettings(page)
  await choose(page, 'Site icon', await picture(512, 512))
  await expect(imagePart(page, 'Site icon').getByRole('link')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'History of Site icon' }).click()
  await expect(page.getByRole('dialog').getByText('In force')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove Site icon' }).click()
  await page.getByRole('tab', { name: 'SEO & Search' }).click()
  await expectAccessible(page)
})
