/** A team through its screen: owners at the desk, members on their phones. */
import { type APIRequestContext, type Browser, expect, type Page } from 'playwright/test'
import { formatDay } from '#web/lib/format-time.ts'
import { signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import { FIRST_START_MS } from './devices.ts'
import { linkMailedTo, newAddress } from './mail.ts'

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const DAY_MS = 86_400_000
export const day = (daysOn: number) =>
  formatDay(new Date(Date.now() + daysOn * DAY_MS).toISOString())

export const teamTab = (page: Page) => page.goto('/account?tab=team')
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** Not the devices that each of them has. */
export const members = (page: Page) =>
  page.getByRole('region', { name: 'Members' }).locator(':scope > ul > li')
export const invitations = (page: Page) => page.getByRole('list', { name: 'Open invitations' })
export const team = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A subscriber's browser, at the desk. */
export async function owner(page: Page, name = 'Ana'): Promise<void> {
  await signUpNewUser(page, { name })
  await subscribe(page)
}

/** Creates a team through the screen. */
export async function createTeam(page: Page, name: string): Promise<void> {
  await teamTab(page)
  await page.getByRole('button', { name: 'New team' }).click()
  await dialog(page, 'New team').getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create team' }).click()
  await expect(members(page)).toHaveCount(1, { timeout: FIRST_START_MS })
}

/** Sends an invitation from the team's screen. */
export async function invite(page: Page, email: string, role = 'Recruiter'): Promise<void> {
  const form = page.getByRole('region', { name: 'Invite' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Role').selectOption(role)
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invitations(page).getByText(email)).toBeVisible()
}

/** A phone of a person who has an account here. */
export async function phone(browser: Browser, name: string, email = newAddress()): Promise<Page> {
  const context = await browser.newContext({ storageState: VISITOR, ...PHONE })
  const page = await context.newPage()
  await signUpNewUser(page, { email, name })
  return page
}

/** Joins by the mailed link, with the account that is signed in. */
export async function join(page: Page, email: string): Promise<void> {
  await page.goto(await linkMailedTo(page, email))
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page).toHaveURL(/\/lists$/)
}

/** A team of Ana, at the desk, and of Ben on his phone, made by the API. */
export async function deskOfTwo(
  page: Page,
  browser: Browser,
  name: string,
): Promise<{ id: string; ben: Page; email: string }> {
  await owner(page)
  const made = await page.request.post('/api/teams', { data: { name } })
  const { id } = (await made.json()) as { id: string }
  const email = newAddress()
  const ben = await phone(browser, 'Ben', email)
  const token = await inviteByApi(page.request, ben, id, email)
  const accepted = await ben.request.post('/api/team-invites/accept', { data: { token } })
  expect(accepted.ok()).toBe(true)
  return { id, ben, email }
}

/** Invites a recruiter. @returns the token that is mailed to this address. */
export async function inviteByApi(
  request: APIRequestContext,
  page: Page,
  teamId: string,
  email: string,
): Promise<string> {
  const data = { email, role: 'recruiter' }
  expect((await request.post(`/api/teams/${teamId}/invites`, { data })).status()).toBe(201)
  return new URL(await linkMailedTo(page, email)).searchParams.get('token') ?? ''
}

/** The team that `deskOfTwo` made, on the screen at the desk. */
export async function shownDeskOfTwo(
  page: Page,
  browser: Browser,
  name: string,
): Promise<{ ben: Page; email: string }> {
  const desk = await deskOfTwo(page, browser, name)
  await teamTab(page)
  await expect(members(page)).toHaveCount(2, { timeout: FIRST_START_MS })
  return desk
}

/** Chooses an action from a member's menu. */
export async function chooseFor(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
