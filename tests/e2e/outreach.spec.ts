import { type Browser, expect, type Page, test } from 'playwright/test'
import { signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { expectSynced, FIRST_START_MS, openLists, openWithDevice, pushToServer } from './devices.ts'
import { linkMailedTo, newAddress } from './mail.ts'
import { stopClock, withoutLimits } from './time.ts'
import { holdNextToast } from './toasts.ts'

const ZENOBIA = '00000000-0000-4000-8000-000000000001'
const ZENOBIAS_NAME = 'Zenobia Quill Featherstonehaugh'
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

const sheet = (page: Page) => page.getByRole('dialog')

/** Opens the results of a search for Zenobia and reveals her number. */
async function revealed(page: Page) {
  await page.goto('/search?query=zenobia')
  const card = page
    .getByRole('list', { name: 'Results' })
    .getByRole('article', { name: ZENOBIAS_NAME })
  await card.getByRole('button', { name: /^Reveal phone/ }).click()
  return { card, number: card.getByRole('link', { name: /^806-555-0101/ }) }
}

test('a note that is half written stays with its person, beside the results and over them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/search?query=nurse')
  const cards = page.getByRole('list', { name: 'Results' }).getByRole('article')
  const preview = page.getByRole('article', { name: /^Preview of/ })
  const note = preview.getByRole('textbox', { name: 'Note', exact: true })
  const select = (index: number) => cards.nth(index).click({ position: { x: 60, y: 12 } })
  await select(0)
  await preview.getByRole('button', { name: 'Note', exact: true }).click()
  await note.fill('Asked for the night shift')
  await select(1)
  await expect(preview.getByRole('button', { name: 'Note', exact: true })).toBeVisible()
  await expect(note).toHaveCount(0)
  await select(0)
  await expect(note).toHaveValue('Asked for the night shift')
  // The keyboard stays with the results.
  await expect(note).not.toBeFocused()
  await page.setViewportSize({ width: 1024, height: 900 })
  await expect(preview).toHaveCount(0)
  await select(0)
  await expect(note).toHaveValue('Asked for the night shift')
  await note.press('Escape')
  await expect(preview.getByRole('button', { name: 'Note', exact: true })).toBeVisible()
})

test.describe('one account', () => {
  test.use({ storageState: VISITOR })
  test.describe.configure({ timeout: 3 * FIRST_START_MS })
  // A name that takes longer than the page waits is left out.
  test.beforeEach(({ page }) => withoutLimits(page))

  test('a call asks what came of it, which the card, the profile and what is due then say', {
    tag: '@slow',
  }, async ({ page }) => {
    await signUpNewUser(page)
    await subscribe(page)
    const { card, number } = await revealed(page)
    await number.click()
    await expect(sheet(page).getByRole('heading')).toHaveText(`Call with ${ZENOBIAS_NAME}`)
    await expectAccessible(page)
    // A phone held across shows every answer.
    await page.setViewportSize({ width: 844, height: 390 })
    const last = sheet(page).getByRole('button', { name: 'Asked us to stop' })
    await expect(last).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await sheet(page).getByLabel('Note', { exact: true }).fill('Back on Monday')
    await sheet(page).getByRole('button', { name: 'Tomorrow' }).click()
    await holdNextToast(page)
    await sheet(page).getByRole('button', { name: 'Voicemail' }).click()
    await expect(page.getByText(`${ZENOBIAS_NAME}: voicemail`)).toBeVisible()
    await expect(sheet(page)).toBeHidden()
    await expect(card).toContainText(/You called, voicemail · (now|\d+ min ago)/)
    // Taken back, the sheet is there again, with what was written.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(sheet(page).getByLabel('Note', { exact: true })).toHaveValue('Back on Monday')
    await expect(sheet(page).getByRole('button', { name: 'Tomorrow' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(card).not.toContainText('You called')
    await sheet(page).getByRole('button', { name: 'Talked' }).click()
    await expect(card).toContainText(/You called, talked · (now|\d+ min ago)/)

    await page.goto(`/physician/${ZENOBIA}`)
    const history = page.getByRole('list', { name: 'History' })
    await expect(history).toContainText('Call, talked', { timeout: FIRST_START_MS })
    await expect(history).toContainText('Back on Monday')
    for (const form of ['Note', 'Meeting', 'Next step', 'Do not contact']) {
      await page.getByRole('button', { name: form, exact: true }).click()
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Next step' }).click()
    await page.getByLabel('What is next').fill('Send the contract')
    const today = await page.evaluate(() => {
      const now = new Date()
      return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
    })
    await page.getByLabel('Another day').fill(today)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(history.getByRole('listitem').first()).toContainText('Next step today')
    // The form that had the focus is gone.
    await expect(page.locator('main :focus')).toHaveCount(1)

    await page.getByRole('banner').getByRole('link', { name: 'Due' }).click()
    const due = page.getByRole('region', { name: 'Today' })
    await expect(due).toContainText(ZENOBIAS_NAME)
    await expect(due).toContainText('Send the contract')
    await expectAccessible(page)
    await due.getByRole('button', { name: `Done: ${ZENOBIAS_NAME}` }).click()
    await expect(page.getByRole('heading', { name: 'Nothing is due' })).toBeVisible()
    await expect(page.locator('main :focus')).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(due).toContainText('Send the contract')
    await due.getByRole('button', { name: `Tomorrow: ${ZENOBIAS_NAME}` }).click()
    const ahead = page.getByRole('region', { name: 'Next 7 days' })
    await expect(ahead).toContainText('Send the contract')
    await expect(ahead.getByRole('button', { name: /^Tomorrow/ })).toHaveCount(0)
    await expect(ahead.getByRole('button', { name: /^In a week/ })).toBeVisible()
    await expectSynced(page)
  })

  test('a call is asked about by name at the next start, and no more once that was put off', {
    tag: '@slow',
  }, async ({ page }) => {
    await signUpNewUser(page)
    await subscribe(page)
    const { number } = await revealed(page)
    await number.click()
    await expect(sheet(page)).toBeVisible()
    await openLists(page)
    // She is on no list: her name is asked for.
    await expect(sheet(page).getByRole('heading')).toHaveText(`Call with ${ZENOBIAS_NAME}`)
    await page.evaluate(() => {
      // The device is slow to keep anything.
      const { encrypt } = SubtleCrypto.prototype
      SubtleCrypto.prototype.encrypt = async function (...args) {
        await new Promise((resolve) => setTimeout(resolve, 500))
        return encrypt.apply(this, args)
      }
    })
    await sheet(page).getByRole('button', { name: 'Close' }).click()
    await expect(sheet(page)).toBeHidden()
    await page.goto('/due')
    await expect(page.getByRole('main')).toContainText(ZENOBIAS_NAME)
    await page.reload()
    await expect(page.getByRole('main')).toContainText(ZENOBIAS_NAME)
    await expectSynced(page)
    await expect(sheet(page)).toBeHidden()

    await test.step('where her name is not known, the row leads to her; it comes with the network, and the row can be closed', async () => {
      const names = '**/api/candidates/names'
      await page.route(names, (route) => route.abort())
      await page.reload()
      const calls = page.getByRole('region', { name: 'Calls without an outcome' })
      await expect(calls.getByRole('link', { name: 'Name not known now' })).toHaveAttribute(
        'href',
        `/physician/${ZENOBIA}`,
      )
      const asks = calls.getByRole('button', { name: /^What came of the call with/ })
      await expect(asks).toHaveAccessibleName('What came of the call with this person')
      await page.context().setOffline(true)
      await page.unroute(names)
      await page.context().setOffline(false)
      await expect(asks).toHaveAccessibleName(`What came of the call with ${ZENOBIAS_NAME}`)
      await asks.click()
      await sheet(page).getByRole('button', { name: 'I did not call' }).click()
      await expect(page.getByRole('heading', { name: 'Nothing is due' })).toBeVisible()
    })
  })

  test('a second tap where an e-mail was revealed neither calls nor texts', {
    tag: '@slow',
  }, async ({ page }) => {
    await signUpNewUser(page)
    await subscribe(page)
    await page.setViewportSize(PHONE.viewport)
    await page.clock.install()
    await page.goto('/search?query=zenobia')
    const card = page.getByRole('article', { name: ZENOBIAS_NAME })
    const reveal = card.getByRole('button', { name: /^Reveal email/ })
    await expect(reveal).toBeVisible()
    await stopClock(page)
    const firstTap = page.evaluate(
      () =>
        new Promise<[number, number]>((resolve) => {
          const report = ({ x, y }: PointerEvent) => resolve([x, y])
          addEventListener('pointerdown', report, { capture: true, once: true })
        }),
    )
    await reveal.click({ position: { x: 20, y: 20 } })
    const number = card.getByRole('button', { name: /^806-555-0101/ })
    await expect(number).toBeDisabled()
    const point = await firstTap
    const pressed = await page.evaluate((at) => {
      const button = document.elementFromPoint(...at)?.closest('button')
      return button?.textContent || button?.ariaLabel
    }, point)
    expect(pressed).toMatch(/^806-555-0101/)
    await page.mouse.click(...point)
    await page.clock.runFor(700)
    await expect(card.getByRole('link', { name: /^806-555-0101/ })).toBeVisible()
    await expect(sheet(page)).toBeHidden()
  })

  test('who must not be contacted has no link to call, text or write to', {
    tag: '@slow',
  }, async ({ page }) => {
    await signUpNewUser(page)
    await subscribe(page)
    const id = crypto.randomUUID()
    const reason = 'Asked us to stop'
    await pushToServer(page, [['people.stop', { id, candidate_id: ZENOBIA, reason }]])
    const { card } = await revealed(page)
    await expect(card).toContainText(`Do not contact: ${reason}`)
    await expect(card.getByText('806-555-0101')).toBeVisible()
    await expect(page.locator('a[href^="tel:"], a[href^="sms:"]')).toHaveCount(0)
    await card.getByRole('button', { name: `Send email to ${ZENOBIAS_NAME}` }).click()
    await expect(sheet(page).getByRole('heading')).toHaveText(`Do not contact ${ZENOBIAS_NAME}`)
    await expect(page.locator('a[href^="mailto:"]')).toHaveCount(0)
    await sheet(page).getByRole('button', { name: 'Not now' }).click()
    // Lifted, the number can be called again.
    await page.goto(`/physician/${ZENOBIA}`)
    await page.getByRole('button', { name: 'May be contacted again' }).click()
    await expect(page.getByRole('button', { name: 'Do not contact' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^806-555-0101/ })).toHaveAttribute(
      'href',
      'tel:+18065550101',
    )

    await test.step('a private note is changed by who sees it', async () => {
      const note = page.getByRole('textbox', { name: /^Private note about/ })
      await page.getByRole('button', { name: 'Add a private note' }).click()
      await note.fill('Prefers nights')
      await page.getByRole('button', { name: 'Save note' }).click()
      await page.getByRole('button', { name: 'Edit private note' }).click()
      await note.fill('Prefers days')
      await page.getByRole('button', { name: 'Save note' }).click()
      await expect(page.getByText('Prefers days')).toBeVisible()
      await expect(note).toBeHidden()
    })
  })
})

test.describe('a mark from another device', () => {
  test.use({ storageState: VISITOR })
  test.describe.configure({ timeout: 3 * FIRST_START_MS })

  test('takes away an open code and the links of an open e-mail', {
    tag: '@slow',
  }, async ({ page }) => {
    await signUpNewUser(page)
    await subscribe(page)
    await openLists(page)
    await page.goto(`/physician/${ZENOBIA}`)
    // Revealed here: what was elsewhere may not be stored by the time that screen is left.
    await page.getByRole('button', { name: /^View Phone/ }).click()
    const mark = { id: crypto.randomUUID(), candidate_id: ZENOBIA }
    const reason = 'Asked us to stop'
    await page.getByRole('button', { name: 'Code and contact of 806-555-0101' }).click()
    await expect(sheet(page).getByRole('img', { name: 'QR code of 806-555-0101' })).toBeVisible()
    await pushToServer(page, [['people.stop', { ...mark, reason }]])
    await expect(sheet(page)).toContainText(`Do not contact: ${reason}`)
    await expect(sheet(page).getByRole('img')).toHaveCount(0)
    await expect(sheet(page).getByRole('button', { name: 'I am calling' })).toHaveCount(0)
    await sheet(page).getByRole('button', { name: 'Close' }).click()

    const lift = { id: crypto.randomUUID(), candidate_id: ZENOBIA, mark_id: mark.id }
    await pushToServer(page, [['people.resume', lift]])
    await expect(page.getByRole('link', { name: /^806-555-0101/ })).toBeVisible()
    await page.getByRole('button', { name: 'Send email', exact: true }).click()
    await expect(sheet(page).getByRole('link', { name: 'Open in your mail app' })).toBeVisible()
    await pushToServer(page, [
      ['people.stop', { ...mark, id: crypto.randomUUID(), reason: 'By letter only' }],
    ])
    await expect(sheet(page)).toContainText('Do not contact: By letter only')
    await expect(sheet(page).getByRole('link', { name: /^Open in/ })).toHaveCount(0)
  })
})

test.describe('what came of a touch', () => {
  test.use({ storageState: VISITOR })
  test.describe.configure({ timeout: 3 * FIRST_START_MS })

  test('is said once: of a meeting with it, of an e-mail later, by whichever device knows it first', {
    tag: '@slow',
  }, async ({ page }) => {
    await signUpNewUser(page)
    await subscribe(page)
    await page.clock.install()
    await openWithDevice(page, `/physician/${ZENOBIA}`)
    await page.getByRole('button', { name: 'Meeting', exact: true }).click()
    await page.getByLabel('About the meeting').fill('At the job fair')
    await page.getByRole('button', { name: 'Postponed' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const history = page.getByRole('list', { name: 'History' })
    const behindTheSheet = page.getByRole('list', { name: 'History', includeHidden: true })
    const met = history.getByRole('listitem').filter({ hasText: 'At the job fair' })
    await expect(met).toContainText('Meeting, postponed', { timeout: FIRST_START_MS })
    await expect(met.getByRole('button', { name: /^What came of it/ })).toHaveCount(0)
    const pushTouch = async (kind: 'email' | 'text') => {
      const id = crypto.randomUUID()
      await pushToServer(page, [['activities.add', { id, candidate_id: ZENOBIA, kind }]])
      return id
    }

    const email = await pushTouch('email')
    await history.getByRole('button', { name: 'What came of it: Email' }).click()
    await expect(sheet(page).getByRole('heading')).toHaveText(`Email to ${ZENOBIAS_NAME}`)
    const outcomes = sheet(page).getByRole('group', { name: 'What came of it' }).getByRole('button')
    await expect(outcomes).toHaveText([
      'Replied',
      'No reply',
      'Bounced',
      'Left the job',
      'Asked us to stop',
    ])
    await expectAccessible(page)
    await holdNextToast(page)
    await outcomes.filter({ hasText: 'Replied' }).click()
    await expect(page.getByText(`${ZENOBIAS_NAME}: replied`)).toBeVisible()
    await expect(history).toContainText('Email, replied')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(sheet(page).getByRole('heading')).toHaveText(`Email to ${ZENOBIAS_NAME}`)
    await expect(behindTheSheet).not.toContainText('Email, replied')
    await expectSynced(page)
    // Nothing is written in the sheet: what another device says closes it.
    await pushToServer(page, [['activities.complete', { id: email, outcome: 'bounced' }]])
    await expect(sheet(page)).toBeHidden()
    await expect(history).toContainText('Email, bounced')

    const text = await pushTouch('text')
    await history.getByRole('button', { name: 'What came of it: Text message' }).click()
    const note = sheet(page).getByLabel('Note', { exact: true })
    await note.fill('Her number is another one')
    await pushToServer(page, [['activities.complete', { id: text, outcome: 'no_reply' }]])
    // The sheet stays open: something is written in it.
    await expect(behindTheSheet).toContainText('Text message, no reply')
    // The edit waits for the device, however slow it is: the page's own limit does not run out.
    await stopClock(page)
    await sheet(page).getByRole('button', { name: 'Wrong number' }).click()
    await expect(page.locator('[data-toast]')).toContainText(
      'The outcome of this text message is known already.',
    )
    await expect(note).toHaveValue('Her number is another one')
    await sheet(page).getByRole('button', { name: 'Close' }).click()
    await expect(history).toContainText('Text message, no reply')
  })
})

test.describe('two members of a team', () => {
  test.use({ storageState: VISITOR })
  test.describe.configure({ timeout: 3 * FIRST_START_MS })

  test('see who is calling and what came of it, and are asked before they call too', {
    tag: '@slow',
  }, async ({ page, browser }) => {
    const ben = await memberOf(page, browser)
    await openLists(ben)
    await openLists(page)
    const benSees = await revealed(ben)
    await expectSynced(ben)
    const anaSees = await revealed(page)
    await anaSees.number.click()
    await expect(sheet(page)).toBeVisible()
    await expect(benSees.card).toContainText('Ana is calling now')
    await sheet(page).getByRole('button', { name: 'No answer' }).click()
    await expect(benSees.card).toContainText(/Ana called, no answer · (now|\d+ min ago)/)
    await benSees.number.click()
    await expect(sheet(ben)).toContainText('Ana called, no answer')
    await sheet(ben).getByLabel('Why contact them anyway?').fill('She asked for the evening')
    await sheet(ben).getByRole('button', { name: 'Call anyway' }).click()
    await expect(sheet(ben).getByRole('heading')).toHaveText(`Call with ${ZENOBIAS_NAME}`)
    await sheet(ben).getByRole('button', { name: 'Talked' }).click()
    await expect(anaSees.card).toContainText(/Ben called, talked · (now|\d+ min ago)/)
    await page.goto(`/physician/${ZENOBIA}`)
    await expect(page.getByRole('list', { name: 'History' })).toContainText(
      'Contacted anyway: She asked for the evening',
      { timeout: FIRST_START_MS },
    )
    await ben.context().close()
  })
})

/** Signs up Ana with a team. @returns the page of Ben, a member of it. */
async function memberOf(page: Page, browser: Browser): Promise<Page> {
  await signUpNewUser(page, { name: 'Ana' })
  await subscribe(page)
  const made = await page.request.post('/api/teams', { data: { name: 'Gulf desk' } })
  const { id: team } = (await made.json()) as { id: string }
  const email = newAddress()
  const context = await browser.newContext({
    storageState: VISITOR,
    viewport: { width: 1440, height: 900 },
  })
  const ben = await context.newPage()
  await signUpNewUser(ben, { name: 'Ben', email })
  await subscribe(ben)
  await page.request.post(`/api/teams/${team}/invites`, { data: { email, role: 'recruiter' } })
  const token = new URL(await linkMailedTo(ben, email)).searchParams.get('token')
  const accepted = await ben.request.post('/api/team-invites/accept', { data: { token } })
  expect(accepted.ok()).toBe(true)
  return ben
}
