import { expect, type Page } from 'playwright/test'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { amount } from '#tests/support/amount.ts'
import { signUpNewUser, subscribe } from './accounts.ts'
import {
  deviceTest,
  expectSynced,
  FIRST_START_MS,
  listLink,
  openLists,
  pushToServer,
  uniqueName,
  userIdOf,
} from './devices.ts'

const PHONE = { width: 360, height: 740 }

/** People to call. */
const BLOCK = amount(16, 50)

/** Calls during which the browser is ended. */
const KILLS = [0.25, 0.5, 0.75].map((part) => Math.floor(part * BLOCK))

const sheet = (page: Page) => page.getByRole('dialog')

/** Expects that both parts are there, and that the first ends above the second. */
async function expectGap(page: Page, upper: string, lower: string): Promise<void> {
  const gap = async () => {
    const [above, below] = [
      await page.locator(upper).boundingBox(),
      await page.locator(lower).boundingBox(),
    ]
    return above && below ? below.y - above.y - above.height : -1
  }
  await expect.poll(gap).toBeGreaterThan(0)
}

/** Ids of people in the directory whose number is known. */
async function callable(page: Page, count: number): Promise<string[]> {
  const found: string[] = []
  for (let number = 1; found.length < count; number++) {
    const data = { filters: {}, page: number, limit: 25 }
    const answer = await page.request.post('/api/search', { data })
    const { data: people } = (await answer.json()) as {
      data: { id: string; contacts: { kind: string }[] }[]
    }
    expect(people.length).toBeGreaterThan(0)
    const withPhone = people.filter(({ contacts }) =>
      contacts.some(({ kind }) => kind.endsWith('phone')),
    )
    found.push(...withPhone.map(({ id }) => id))
  }
  return found.slice(0, count)
}

deviceTest(
  'a call block is worked through on a phone over three kills, and loses no note',
  {
    tag: '@slow',
  },
  async ({ newDevice }) => {
    deviceTest.setTimeout(4 * FIRST_START_MS)
    const device = await newDevice()
    let page = await device.tab('/')
    await signUpNewUser(page)
    await subscribe(page)
    const people = await callable(page, BLOCK)
    const list = { id: crypto.randomUUID(), name: uniqueName('Night shift') }
    await pushToServer(page, [['lists.create', { ...list, candidate_ids: people }]])
    await openLists(page)
    await listLink(page, list.name).click()
    await page.getByRole('link', { name: 'Call block' }).click()
    // Held across, a phone has no height to give.
    await page.setViewportSize({ width: PHONE.height, height: PHONE.width })
    await expect(page.locator('[data-call-bar]')).toHaveCSS('position', 'static')
    await expect(page.getByRole('banner')).toHaveCSS('position', 'static')
    await page.setViewportSize(PHONE)
    await expect(page.locator('[data-call-bar]')).toHaveCSS('position', 'sticky')
    await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky')
    for (let done = 0; done < BLOCK; done++) {
      await expect(page.getByText(`${done + 1} of ${BLOCK}`, { exact: true })).toBeVisible({
        timeout: FIRST_START_MS,
      })
      await page.getByRole('button', { name: 'View contact', exact: true }).click()
      if (done === 0) {
        await expect(
          page.getByText(/^(mobile|direct line), (checked|listed|never checked)/),
        ).toBeVisible()
        await expect(page.getByRole('button', { name: 'Wrong phone? Report it' })).toBeVisible()
      }
      await page.locator('article a[href^="tel:"]').first().click()
      await expect(sheet(page)).toContainText('What came of it?')
      if (done === 1) {
        await expectGap(page, '[data-toast]', '[role=dialog]')
        await page.locator('[data-toast]').dispatchEvent('pointerout')
      }
      if (KILLS.includes(done)) {
        // Ended while the call is on: it comes back to the question.
        await device.close()
        page = await device.tab(`/lists/${list.id}/call`)
        await page.setViewportSize(PHONE)
        await expect(sheet(page)).toContainText('What came of it?', { timeout: FIRST_START_MS })
      }
      await sheet(page)
        .getByLabel('Note', { exact: true })
        .fill(`Note ${done + 1}`)
      // After a kill it is still known which number was called.
      const isWrong = done === KILLS[0]
      await sheet(page)
        .getByRole('button', { name: isWrong ? 'Wrong number' : 'Voicemail' })
        .click()
      await expect(sheet(page)).toBeHidden()
      if (isWrong) {
        await expect(page.getByText('The number is reported, and hidden for you.')).toBeVisible()
      }
      if (done === 0) {
        await expectGap(page, '[data-toast]', '[data-call-bar]')
        // It stays until it was seen beside the next question.
        await page.locator('[data-toast]').dispatchEvent('pointerover')
      }
    }
    await expect(page.getByRole('heading', { name: 'Everybody is done' })).toBeVisible()
    await expectSynced(page)
    const user_id = await userIdOf(page)
    const notes: string[] = []
    for (const candidate_id of people) {
      const data = { version: CONTRACT_VERSION, user_id, args: { candidate_id } }
      const answer = await page.request.post('/api/queries/people.trail', { data })
      const { rows } = (await answer.json()) as { rows: { value: string; words: string }[] }
      notes.push(...rows.map(({ value, words }) => `${value}: ${words}`))
    }
    const expected = people.map(
      (_, index) => `${index === KILLS[0] ? 'wrong_number' : 'voicemail'}: Note ${index + 1}`,
    )
    expect(notes.toSorted()).toEqual(expected.toSorted())
  },
)
