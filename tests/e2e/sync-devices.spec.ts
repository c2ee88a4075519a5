import { type BrowserContext, expect, type Page } from 'playwright/test'
import { deviceName } from '#sync/client/disk/device-name.ts'
import type { QueryName } from '#sync/contract/queries.ts'
import { signInAs } from './accounts.ts'
import {
  expectSynced,
  FIRST_START_MS,
  listLink,
  listsOnServer,
  makeList,
  openLists,
  openLiveRequests,
  pushToServer,
  syncStatus,
  deviceTest as test,
  uniqueName,
  userIdOf,
} from './devices.ts'
import { holdRequests } from './hold-requests.ts'

test.describe.configure({ timeout: 4 * FIRST_START_MS })

test('a change the server refuses waits for its author, who may give it up', {
  tag: '@slow',
}, async ({ newDevice }) => {
  const [device, other] = [await newDevice(), await newDevice()]
  const page = await device.tab('/')
  await signInAs(page, 'monthly')
  await openLists(page)
  const name = uniqueName('Wanted by two')
  await makeList(page, name)
  await expectSynced(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: `Rename ${name}` }).click()
  await page.getByLabel(`New name of ${name}`).fill(`${name} here`)
  await page.keyboard.press('Enter')
  await expect(listLink(page, `${name} here`)).toBeVisible()

  const elsewhere = await other.tab('/')
  await signInAs(elsewhere, 'monthly')
  await elsewhere.goto('/lists')
  await elsewhere.getByRole('button', { name: `Rename ${name}` }).click()
  await elsewhere.getByLabel(`New name of ${name}`).fill(`${name} there`)
  await elsewhere.keyboard.press('Enter')
  await expect(listLink(elsewhere, `${name} there`)).toBeVisible()
  await expect.poll(() => listsOnServer(elsewhere)).toContain(`${name} there`)

  await page.context().setOffline(false)
  await expect(syncStatus(page)).toHaveText('Needs attention 1', { timeout: FIRST_START_MS })
  await syncStatus(page).getByRole('button').click()
  const panel = page.getByRole('dialog', { name: 'Sync' })
  await expect(panel.getByText(`List renamed to “${name} here”`)).toBeVisible()
  await expect(panel.getByText('Another device changed it first.')).toBeVisible()
  await panel.getByRole('button', { name: 'Discard' }).click()
  await expect(panel.getByRole('heading', { name: 'Needs attention' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(listLink(page, `${name} there`)).toBeVisible()
  await expectSynced(page)
})

test('a list that was made elsewhere meanwhile is shown once it is here, and not said to be missing', {
  tag: '@slow',
}, async ({ newDevice }) => {
  const device = await newDevice()
  const page = await device.tab('/')
  await signInAs(page, 'monthly')
  await openLists(page)
  const isAnswered = await watchAnswers(page, 'lists.one')
  await page.goto('about:blank')
  const [id, name] = [crypto.randomUUID(), uniqueName('From elsewhere')]
  await pushToServer(page, [['lists.create', { id, name }]])
  // The last of the device's shapes that is up to date.
  const letGo = await holdRequests(page, '**/api/shapes/lists?*')
  await page.goto(`/lists/${id}`)
  await expect.poll(isAnswered).toBe(true)
  await expect(page.getByRole('status', { name: 'Loading list' })).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(page.url()).toContain(`/lists/${id}`)
})

test('a session that is ended elsewhere loses its open request, and the screen says so', {
  tag: '@slow',
}, async ({ newDevice }) => {
  const [device, other] = [await newDevice(), await newDevice()]
  const page = await device.tab('/')
  const { open } = openLiveRequests(page.context())
  await signInAs(page, 'monthly')
  await openLists(page)
  await expect.poll(() => open.size).toBe(1)
  const elsewhere = await other.tab('/')
  await signInAs(elsewhere, 'monthly')

  const [token = ''] = await tokensOf(page.context())
  const status = await elsewhere.evaluate(async (token) => {
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ token })
    const answer = await fetch('/api/auth/revoke-session', { method: 'POST', headers, body })
    return answer.status
  }, token)
  expect(status).toBe(200)
  await expect.poll(() => open.size).toBe(0)
  await expect(syncStatus(page)).toHaveText('Log in to sync')
})

/** A browser's session, as the server knows it. */
async function tokensOf(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies()
  return cookies
    .filter(({ name }) => name.endsWith('.session_token'))
    .map(({ value }) => decodeURIComponent(value).split('.')[0] ?? '')
}

/** @returns whether the device has answered this query in the present document. */
async function watchAnswers(page: Page, query: QueryName): Promise<() => Promise<boolean>> {
  await page.addInitScript(
    ({ channel, query }) => {
      const asked = new Set<unknown>()
      new BroadcastChannel(channel).onmessage = ({ data }) => {
        if (data.kind === 'call' && data.args[0] === query) asked.add(data.id)
        if (data.kind === 'answer' && asked.has(data.id))
          Object.assign(window, { isAnswered: true })
      }
    },
    { channel: deviceName(await userIdOf(page)), query },
  )
  return () => page.evaluate(() => 'isAnswered' in window)
}
