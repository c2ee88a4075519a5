import { expect, type Page, test } from 'playwright/test'
import { signIn, signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import { expectSynced, syncStatus } from './devices.ts'

test.use({ storageState: VISITOR })

/** A person with a mobile number alone, whom no other test reports. */
async function someone(page: Page): Promise<string> {
  const filters = { hasContact: ['mobile'], specialty: ['Podiatry', 'Optometry', 'Audiology'] }
  const answer = await page.request.post('/api/search', { data: { filters, limit: 100 } })
  const { data } = (await answer.json()) as { data: { id: string; contacts: { kind: string }[] }[] }
  const found = data.find(({ contacts }) => !contacts.some(({ kind }) => kind === 'direct_phone'))
  if (!found) throw new Error('Nobody has a mobile number alone.')
  return found.id
}

const view = (page: Page) => page.getByRole('button', { name: /^View Phone/ })
const number = (page: Page) => page.getByRole('link', { name: /^\(\d{3}\) 555-/ })
const said = (page: Page, words: RegExp) => page.getByRole('listitem').filter({ hasText: words })

async function report(page: Page, reason: string): Promise<void> {
  await view(page).click()
  await page.getByRole('button', { name: 'Wrong phone? Report it' }).click()
  await page.getByRole('menuitem', { name: reason }).click()
  await expect(number(page)).toBeHidden()
}

test('a wrong number is hidden at once, without a network too, and lowered by a second report', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const email = await signUpNewUser(page)
  await subscribe(page)
  const person = await someone(page)
  await page.goto(`/physician/${person}`)
  await expect(page.getByText(/^mobile, .+\s·\ssample$/)).toBeVisible()
  await view(page).click()
  await expect(number(page)).toBeVisible()
  await expectSynced(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Wrong phone? Report it' }).click()
  await page.getByRole('menuitem', { name: 'Not in service' }).click()
  await expect(number(page)).toBeHidden()
  await expect(said(page, /not in service\. Received/)).toBeVisible()
  // It is shown before the outbox holds it.
  await expect(syncStatus(page)).toHaveText('Offline, 1 waiting')
  await page.context().setOffline(false)
  await page.reload()
  await expect(said(page, /not in service\. Received/)).toBeVisible()
  await expect(number(page)).toBeHidden()

  // Another device of the account.
  const other = await browser.newContext({ storageState: VISITOR })
  const elsewhere = await other.newPage()
  await signIn(elsewhere, email)
  await elsewhere.goto(`/physician/${person}`)
  await expect(said(elsewhere, /not in service\. Received/)).toBeVisible()

  // Another account.
  const second = await (await browser.newContext({ storageState: VISITOR })).newPage()
  await signUpNewUser(second)
  await subscribe(second)
  await second.goto(`/physician/${person}`)
  await report(second, 'Someone else answers')
  for (const reporter of [page, elsewhere, second]) {
    await expect(said(reporter, /Lowered for everybody/)).toBeVisible()
  }
  await second.getByRole('listitem').getByRole('button', { name: 'Undo' }).click()
  await expect(number(second)).toBeVisible()
  await expect(said(page, /Received/)).toBeVisible()
  await Promise.all([other.close(), second.context().close()])
})
