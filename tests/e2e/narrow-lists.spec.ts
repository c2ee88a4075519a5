import { expect, test } from 'playwright/test'
import { signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import { listLink, pushToServer } from './devices.ts'

test.use({ storageState: VISITOR })

const NAME = 'Night nurses of the Gulf Coast hospitals, spring'

test('at 200 % the words of My Lists stay whole, and at 360 pixels no action of a list stands alone', {
  tag: '@slow',
}, async ({ page }) => {
  await signUpNewUser(page)
  await subscribe(page)
  expect((await page.request.post('/api/teams', { data: { name: 'Gulf desk' } })).ok()).toBe(true)
  const id = crypto.randomUUID()
  await pushToServer(page, [['lists.create', { id, name: NAME }]])
  const button = (name: string) => page.getByRole('button', { name: `${name} ${NAME}` })
  const move = page.getByRole('button', { name: `Move ${NAME} to Gulf desk` })

  await page.setViewportSize({ width: 195, height: 400 })
  await page.goto('/lists')
  await expect(move).toBeVisible()
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(heading?.height).toBeLessThan(40)
  const link = await listLink(page, NAME).boundingBox()
  expect(link?.width).toBeGreaterThan(100)
  for (const action of [move, button('Delete')]) {
    expect((await action.boundingBox())?.y).toBeGreaterThan((link?.y ?? 0) + (link?.height ?? 0))
  }
  const [row, last] = await Promise.all(
    [page.getByRole('row').filter({ has: move }), button('Delete')].map((part) =>
      part.boundingBox(),
    ),
  )
  const bottom = (box = row) => (box ? box.y + box.height : Number.NaN)
  expect(bottom(last)).toBeLessThanOrEqual(bottom(row))

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/lists/${id}`)
  await expect(move).toBeVisible()
  const places = await Promise.all(
    [button('Rename'), button('Make a list of'), move].map((action) => action.boundingBox()),
  )
  const middles = places.map((box) => (box ? box.y + box.height / 2 : Number.NaN))
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2)
})
