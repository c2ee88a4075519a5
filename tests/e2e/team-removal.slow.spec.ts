import { type APIRequestContext, expect, type Page } from 'playwright/test'
import type { TeamDevice } from '#api/contract/teams.ts'
import { findInProfile } from '#tests/support/profile-scan.ts'
import { SUBSCRIBER_STATE, signUpNewUser } from './accounts.ts'
import {
  expectSynced,
  FIRST_START_MS,
  listLink,
  openLists,
  openWithDevice,
  pushToServer,
  deviceTest as test,
  uniqueName,
} from './devices.ts'
import { inviteByApi } from './team-screen.ts'

test.describe.configure({ timeout: 5 * FIRST_START_MS })

const RUN = `marker-${crypto.randomUUID()}`
const MARKERS = Array.from({ length: 100 }, (_, index) => `${RUN}-${index}-end`)
const LETTER_KIND = { tone: 'friendly', length: 'short', position_type: 'full-time' }

/** Fills a team with the markers. @returns a list's id */
async function plant(page: Page, owner: string): Promise<string> {
  const id = () => crypto.randomUUID()
  const list = id()
  await pushToServer(
    page,
    MARKERS.map((text, index) => {
      if (index === 0) return ['lists.create', { owner, id: list, name: text }] as const
      if (index < 60) return ['lists.create', { owner, id: id(), name: text }] as const
      if (index < 80) {
        const search_params = { query: text }
        return ['searches.create', { owner, id: id(), name: 'A search', search_params }] as const
      }
      const letter = { name: 'A letter', subject: 'About', body: text, ...LETTER_KIND }
      return ['templates.create', { owner, id: id(), ...letter }] as const
    }),
  )
  return list
}

test('who is removed has nothing of the team left on the disk, and every tab leaves its screens', async ({
  newDevice,
  browser,
  baseURL,
}) => {
  const desk = await browser.newContext({ baseURL, storageState: SUBSCRIBER_STATE })
  const owner = await desk.newPage()
  await owner.goto('/about')
  const name = uniqueName('Desk')
  const made = await owner.request.post('/api/teams', { data: { name } })
  const { id: team } = (await made.json()) as { id: string }
  try {
    const list = await plant(owner, team)
    const device = await newDevice()
    let page = await device.tab('/')
    const email = await signUpNewUser(page)
    const token = await inviteByApi(owner.request, page, team, email)
    expect(
      (await page.request.post('/api/team-invites/accept', { data: { token } })).status(),
    ).toBe(200)
    const own = `marker-${crypto.randomUUID()}-own`
    await pushToServer(page, [
      [
        'templates.create',
        { id: crypto.randomUUID(), name: own, subject: 'About', body: own, ...LETTER_KIND },
      ],
    ])
    await openLists(page)
    await expect(listLink(page, MARKERS[0] ?? '')).toBeVisible()
    await expectSynced(page)
    await device.close()
    expect((await findInProfile(device.profile, MARKERS)).size).toBe(100)

    page = await device.tab('/about')
    await openWithDevice(page, `/lists/${list}?team=${team}`)
    await expect(page.getByRole('heading', { name: MARKERS[0] })).toBeVisible()
    const other = await device.tab('/lists')
    await expect(listLink(other, MARKERS[0] ?? '')).toBeVisible()
    await expectSynced(other)
    const [member] = await membersOf(owner.request, team)
    const begun = Date.now()
    await owner.request.delete(`/api/teams/${team}/members/${member}`)
    await expect(page.getByRole('heading', { name: `You are no longer in ${name}` })).toBeVisible()
    await expect(listLink(other, MARKERS[0] ?? '')).toBeHidden()
    await expect
      .poll(() => emptiedOf(owner.request, team, member ?? ''), { timeout: FIRST_START_MS })
      .toEqual([expect.any(String)])
    test.info().annotations.push({ type: 'emptied after', description: `${Date.now() - begun} ms` })
    // Both tabs are answered by the new database.
    await page.getByRole('main').getByRole('link', { name: 'My Lists' }).click()
    await expect(page).toHaveURL(/\/lists$/)
    for (const tab of [page, other]) await expectSynced(tab)
    await device.close()
    expect([...(await findInProfile(device.profile, MARKERS))]).toEqual([])
    expect((await findInProfile(device.profile, [own])).size).toBe(1)
  } finally {
    await owner.request.delete(`/api/teams/${team}`)
    await desk.close()
  }
})

/** The memberships of those who joined after the owner. */
async function membersOf(request: APIRequestContext, team: string): Promise<string[]> {
  const { teams } = (await (await request.get('/api/teams')).json()) as {
    teams: { id: string; members: { id: string; role: string }[] }[]
  }
  const members = teams.find(({ id }) => id === team)?.members ?? []
  return members.filter(({ role }) => role !== 'owner').map(({ id }) => id)
}

/** When each device of a member was emptied. */
async function emptiedOf(request: APIRequestContext, team: string, member: string) {
  const answer = await request.get(`/api/teams/${team}/devices`)
  const { devices } = (await answer.json()) as { devices: TeamDevice[] }
  const own = devices.filter(({ member_id }) => member_id === member)
  return own.map(({ emptied_at }) => emptied_at)
}
