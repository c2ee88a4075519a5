import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expect, type Page, test } from 'playwright/test'
import { signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import {
  expectSynced,
  listLink,
  makeList,
  openLists,
  openWithDevice,
  uniqueName,
} from './devices.ts'
import { holdNextToast } from './toasts.ts'

test.use({ storageState: VISITOR })

const data = (page: Page) => page.getByRole('region', { name: 'Your data' })

async function takeOut(page: Page): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    data(page).getByRole('button', { name: 'Take everything with you' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^clinidex-\d{4}-\d\d-\d\d\.zip$/)
  return readFile(await file.path())
}
const bringIn = (page: Page, buffer: Buffer) =>
  page
    .getByLabel('File to bring in')
    .setInputFiles({ name: 'mine.zip', mimeType: 'application/zip', buffer })

test('everything of an account leaves in one file, offline too, and comes into another one', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const email = await signUpNewUser(page)
  await subscribe(page)
  const name = uniqueName('Taken along')
  await openLists(page)
  await makeList(page, name)
  await expectSynced(page)
  await openWithDevice(page, '/account?tab=security')
  const file = await takeOut(page)
  expect(Object.keys(unzipSync(file))).toEqual(
    expect.arrayContaining(['clinidex.json', 'data.json', 'csv/lists.csv', 'account.json']),
  )
  await expectSynced(page)
  await page.context().setOffline(true)
  await holdNextToast(page)
  const offline = await takeOut(page)
  await expect(page.getByText('Sign-ins and log are not in it')).toBeVisible()
  expect(Object.keys(unzipSync(offline))).not.toContain('account.json')

  const other = await (await browser.newContext({ storageState: VISITOR })).newPage()
  await signUpNewUser(other)
  await subscribe(other)
  await other.goto('/account?tab=security')
  await bringIn(other, file.subarray(0, file.length / 2))
  await expect(other.getByText('The end of this file is missing')).toBeVisible()
  await bringIn(other, file)
  const question = other.getByRole('dialog', { name: 'This file is of another account' })
  await expect(question.getByText(email)).toBeVisible()
  await question.getByRole('button', { name: 'Bring it in here' }).click()
  await expect(other.getByText(/^\d+ rows? came in$/)).toBeVisible()
  await openLists(other)
  await expect(listLink(other, name)).toBeVisible()
  await other.context().close()
})
