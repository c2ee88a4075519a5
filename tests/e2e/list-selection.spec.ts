import { expect, type Page, test } from 'playwright/test'
import { VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { FIRST_START_MS, openWithDevice, peopleIn, pushToServer, uniqueName } from './devices.ts'
import { deskOfTwo } from './team-screen.ts'
import { holdNextToast } from './toasts.ts'

const cards = (page: Page) =>
  page.getByRole('list', { name: 'Healthcare workers' }).getByRole('listitem')
const stages = (page: Page) => cards(page).getByLabel(/^Stage of /)
const assignees = (page: Page) => cards(page).getByLabel(/^Assigned to, for /)
const valuesOf = (selects: ReturnType<typeof stages>) =>
  selects.evaluateAll((all) => all.map((select) => (select as HTMLSelectElement).value))

/** Chooses for all who are selected, with a toast that stays. */
async function choose(page: Page, menu: string, choice: string) {
  await holdNextToast(page)
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: choice, exact: true }).click()
}
const toast = (page: Page) => page.locator('[data-toast]')
const undo = (page: Page) => toast(page).getByRole('button', { name: 'Undo' }).click()

test('on a phone all who are selected get one stage, and with Undo what each had', async ({
  page,
}) => {
  const id = crypto.randomUUID()
  const people = await peopleIn(page, 3)
  await pushToServer(page, [
    ['lists.create', { id, name: uniqueName('Callbacks'), candidate_ids: people }],
    [
      'members.stage',
      {
        activity_id: crypto.randomUUID(),
        list_id: id,
        candidate_id: people[1],
        stage: 'contacted',
      },
    ],
  ])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/lists/${id}`)
  await expect(cards(page)).toHaveCount(3)
  const before = await valuesOf(stages(page))
  expect(before.toSorted()).toEqual(['', '', 'contacted'])
  const first = await cards(page).first().boundingBox()
  await page.getByLabel('Select all').check()
  const bar = page.getByRole('region', { name: 'Selection' })
  for (const button of await bar.getByRole('button').all()) {
    await expect(button).toBeInViewport({ ratio: 1 })
  }
  // No card moves as it is ticked.
  expect((await cards(page).first().boundingBox())?.y).toBe(first?.y)

  await choose(page, 'Stage', 'Interested')
  await expect(toast(page)).toContainText('3 people: Interested')
  await expect.poll(() => valuesOf(stages(page))).toEqual(Array(3).fill('interested'))
  await expectAccessible(page)
  await undo(page)
  await expect.poll(() => valuesOf(stages(page))).toEqual(before)
  await expect(bar).toContainText('3 selected')
})

test.describe('a team', () => {
  test.use({ storageState: VISITOR })
  test.describe.configure({ timeout: 3 * FIRST_START_MS })

  test('stages and assigns all who are selected, with no network, too; a refusal is told at each person', {
    tag: '@slow',
  }, async ({ page, browser }) => {
    const { id: team, ben } = await deskOfTwo(page, browser, 'Choosing desk')
    const people = await peopleIn(page, 3)
    const id = crypto.randomUUID()
    const list = { owner: team, id, name: 'Callbacks', candidate_ids: people }
    await pushToServer(page, [['lists.create', list]])
    const address = `/lists/${id}?team=${team}`
    await openWithDevice(page, address)
    await openWithDevice(ben, address)
    await page.getByLabel('Select all').check()

    await test.step('Undo leaves what the other said since', async () => {
      await choose(page, 'Stage', 'Interested')
      await expect.poll(() => valuesOf(stages(ben))).toEqual(Array(3).fill('interested'))
      await stages(ben).first().selectOption('Placed')
      await expect(stages(page).first()).toHaveValue('placed')
      await undo(page)
      await expect.poll(() => valuesOf(stages(page))).toEqual(['placed', '', ''])
      await expect.poll(() => valuesOf(stages(ben))).toEqual(['placed', '', ''])
    })

    await test.step('with no network', async () => {
      await page.context().setOffline(true)
      await choose(page, 'Stage', 'Offered')
      await expect.poll(() => valuesOf(stages(page))).toEqual(Array(3).fill('offered'))
      await undo(page)
      await expect.poll(() => valuesOf(stages(page))).toEqual(['placed', '', ''])
      await choose(page, 'Assign', 'Ben')
      await expect(toast(page)).toContainText('3 people assigned to Ben')
      await page.context().setOffline(false)
      // A recruiter takes nobody's person away, and gives up one's own.
      await expect
        .poll(() => valuesOf(assignees(ben)))
        .toEqual(Array(3).fill(expect.stringMatching(/./)))
      await expect.poll(() => valuesOf(stages(ben))).toEqual(['placed', '', ''])
      await undo(page)
      await expect.poll(() => valuesOf(assignees(page))).toEqual(['', '', ''])
      // What is on its way while Ben leaves is refused, too.
      await expect.poll(() => valuesOf(assignees(ben))).toEqual(['', '', ''])
    })

    await test.step('who is not in the team any more is assigned nobody', async () => {
      await page.context().setOffline(true)
      await choose(page, 'Assign', 'Ben')
      const left = await ben.request.post(`/api/teams/${team}/leave`)
      expect(left.ok()).toBe(true)
      await page.context().setOffline(false)
      const notices = cards(page).getByText('This member is not in the team any more.')
      await expect(notices).toHaveCount(3, { timeout: FIRST_START_MS })
      await expect.poll(() => valuesOf(assignees(page))).toEqual(['', '', ''])
      await cards(page).first().getByRole('button', { name: 'OK' }).click()
      await expect(notices).toHaveCount(0)
    })
  })
})
