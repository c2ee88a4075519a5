import { expect, type Page } from 'playwright/test'
import { signInAs } from './accounts.ts'
import {
  expectSynced,
  FIRST_START_MS,
  listLink,
  makeList,
  openLists,
  openLiveRequests,
  deviceTest as test,
  uniqueName,
} from './devices.ts'

test.describe.configure({ timeout: 4 * FIRST_START_MS })

test('every tab sees an edit of another, and all of them wait on one request beside the search', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const first = await device.tab('/')
  await signInAs(first, 'admin')
  const open = openLiveRequests(first.context())
  await openLists(first)
  const others = [
    await device.tab('/lists'),
    await device.tab('/lists'),
    await device.tab('/search'),
  ]
  const [second, third, searching] = others as [Page, Page, Page]
  const name = uniqueName('Seen by all')
  await makeList(second, name)
  for (const page of [first, third]) await expect(listLink(page, name)).toBeVisible()
  await expectSynced(searching)
  await expect.poll(() => open.size).toBe(1)

  // HTTP/1.1 has six connections for all tabs: a search waits for none of them.
  expect(first.url()).toMatch(/^http:/)
  const answers = await searching.evaluate(async () => {
    const times: number[] = []
    for (let page = 1; page <= 20; page += 1) {
      const startedAt = performance.now()
      const body = JSON.stringify({ filters: {}, page, limit: 25 })
      const headers = { 'Content-Type': 'application/json' }
      const { ok } = await fetch('/api/search', { method: 'POST', headers, body })
      if (ok) times.push(performance.now() - startedAt)
    }
    return times.sort((a, b) => a - b)
  })
  expect(answers).toHaveLength(20)
  const [median = Infinity] = answers.slice(10)
  test.info().annotations.push({
    type: 'search beside four tabs',
    description: `median ${Math.round(median)} ms, longest ${Math.round(answers.at(-1) ?? 0)} ms`,
  })
  // A live request is held for many seconds: who waited for one would show it.
  expect(median).toBeLessThan(2_000)
  expect(open.size).toBeLessThanOrEqual(1)
})

test('who signs in instead in another tab gets their own rows in both', async ({ newDevice }) => {
  const device = await newDevice()
  const first = await device.tab('/')
  await signInAs(first, 'admin')
  await openLists(first)
  const name = uniqueName('Of the first')
  await makeList(first, name)
  await expectSynced(first)

  const second = await device.tab('/')
  await second.context().clearCookies()
  await signInAs(second, 'monthly')
  await second.goto('/lists')
  await expect(second.getByRole('row').nth(1)).toBeVisible({ timeout: FIRST_START_MS })
  await expect(listLink(second, name)).toBeHidden()
  // The first tab learns of it by itself.
  await expect(listLink(first, name)).toBeHidden({ timeout: FIRST_START_MS })
})
