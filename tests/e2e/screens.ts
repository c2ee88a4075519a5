import { expect, type Locator, type Page } from 'playwright/test'
import { NAME_MAX } from '#db/schema/owned-text.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { signUpNewUser, subscribe } from './accounts.ts'
import { pushToServer } from './devices.ts'
import { newAddress } from './mail.ts'
import { results, searchField } from './search-page.ts'

/** The longest text that each field accepts, without a place to break it. */
export const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, NAME_MAX)
const LONGEST = KNOWN_PEOPLE.find(({ last_name }) => last_name?.startsWith('Wolfeschlegel'))
const PROFILE = `/physician/${LONGEST?.id}`
const NOBODY = '/physician/00000000-0000-4000-8000-0000000000ff'
/** Paid for, and shown in full. */
export const LONG_CONTACTS = Object.values(LONGEST?.contacts ?? {}).map(({ value }) => value)

export const longAddress = () =>
  newAddress().replace('@', '.wolfeschlegelsteinhausenbergerdorff@consolidated-northern-regional.')

/** One screen in one state. */
export interface Screen {
  what: string
  /** Opens it. Resolves when it is complete. */
  show(page: Page): Promise<unknown>
  /** Does not exist on wider screens. */
  isPhoneOnly?: true
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** A screen with an address of its own. */
function at(path: string, last: (page: Page) => Locator = heading): Screen {
  return {
    what: path,
    async show(page) {
      await page.goto(path)
      await expect(last(page).first()).toBeVisible()
    },
  }
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name })

export const VISITOR_SCREENS: Screen[] = [
  ...['/', '/about', '/pricing', '/specialties', '/terms', '/privacy', '/compliance'].map((path) =>
    at(path),
  ),
  ...['/money-back-guarantee', '/signup', '/login', '/forgot-password', '/reset-password'].map(
    (path) => at(path),
  ),
  ...[
    '/check-email-confirmation',
    '/confirm-email',
    '/unsubscribe',
    '/success',
    '/contact',
    '/remove-info',
    '/confirm-removal',
    '/join',
  ].map((path) => at(path)),
  at('/submit-resume', button('Submit resume')),
  at('/confirm-submission'),
  at('/nowhere'),
  at(NOBODY),
  at(PROFILE),
  at(`/search?query=${LONG_NAME}`, (page) => page.getByRole('region', { name: /^Unlock/ })),
  {
    what: 'the menu',
    isPhoneOnly: true,
    async show(page) {
      await page.goto('/about')
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    },
  },
]

export const FREE_SCREENS: Screen[] = [
  at(PROFILE, button(/^View Email/)),
  at(`/search?query=${LONG_NAME}`, (page) => page.getByRole('region', { name: /^Unlock/ })),
  at('/lists'),
  at('/lists/favorites'),
  at('/email'),
  at('/pricing'),
  at('/account?tab=subscription'),
]

const dialog = (page: Page) => page.getByRole('dialog')

/** The screens of a subscriber with `longRows`. */
export const SUBSCRIBER_SCREENS: Screen[] = [
  {
    what: 'the search, revealed',
    async show(page) {
      await page.goto('/search?organization=Consolidated+Northern')
      await button(/^Reveal email/)(page).click()
      for (const value of LONG_CONTACTS) await expect(page.getByText(value)).toBeVisible()
    },
  },
  at(`/search?query=${LONG_NAME}&title=${LONG_NAME}`, (page) => page.getByText('No results found')),
  at('/search?tab=saved-searches', (page) => dialog(page).getByText(LONG_NAME)),
  at('/search?tab=saved-lists', (page) => dialog(page).getByText(LONG_NAME)),
  {
    what: 'the filters',
    isPhoneOnly: true,
    async show(page) {
      await page.goto(`/search?organization=${LONG_NAME}`)
      await button('Open filters')(page).click()
      await expect(dialog(page).getByText(LONG_NAME)).toBeVisible()
    },
  },
  at(PROFILE, (page) => page.getByText(LONG_CONTACTS[0] ?? '')),
  {
    what: 'adding to a list',
    async show(page) {
      await page.goto(PROFILE)
      await button('Add to list')(page).click()
      await dialog(page).getByRole('radio', { name: 'Existing list' }).click()
      await expect(dialog(page).getByLabel('List', { exact: true })).toBeVisible()
    },
  },
  {
    what: 'writing an e-mail',
    async show(page) {
      await page.goto(PROFILE)
      await button('Send email')(page).click()
      await dialog(page).getByText(LONG_NAME).first().click()
      await expect(dialog(page).getByLabel('Subject')).toHaveValue(LONG_NAME)
    },
  },
  at('/lists', (page) => page.getByRole('link', { name: LONG_NAME, exact: true })),
  {
    what: 'a list, revealed',
    async show(page) {
      await page.goto('/lists')
      await page.getByRole('link', { name: LONG_NAME, exact: true }).click()
      for (const value of LONG_CONTACTS) await expect(page.getByText(value)).toBeVisible()
    },
  },
  {
    what: 'a call block',
    async show(page) {
      await page.goto('/lists')
      await page.getByRole('link', { name: LONG_NAME, exact: true }).click()
      await page.getByRole('link', { name: 'Call block' }).click()
      await expect(page.getByRole('progressbar', { name: 'Done today' })).toBeVisible()
      await expect(page.getByText(LONG_NAME).last()).toBeVisible()
    },
  },
  at('/lists/favorites', (page) => page.getByText(LONG_NAME)),
  at('/due', (page) => page.getByRole('region', { name: 'Today' })),
  at('/bring', (page) => page.getByText('Choose a file')),
  at('/email', (page) => page.getByText(LONG_NAME)),
  at('/account', (page) => page.getByLabel('Name', { exact: true })),
  at('/account?tab=subscription', (page) => page.getByText('Monthly').first()),
  at('/account?tab=team', (page) => page.getByRole('list', { name: 'Open invitations' })),
  {
    what: 'closing a team',
    async show(page) {
      await page.goto('/account?tab=team')
      await button('Close the team')(page).click()
      await expect(dialog(page)).toBeVisible()
    },
  },
  at('/account?tab=exports'),
  at('/account?tab=notifications', (page) => page.getByRole('switch')),
  at('/account?tab=device', (page) => page.getByText(/^\d+ MB are stored/)),
  at('/account?tab=security', button('Show a support code')),
  at('/payment-success?session_id=none'),
  {
    what: 'the menu',
    isPhoneOnly: true,
    async show(page) {
      await page.goto('/about')
      await button('Menu')(page).click()
      await expect(dialog(page).getByText(/^Hello, /)).toBeVisible()
    },
  },
  {
    what: 'the suggestions',
    async show(page) {
      await page.goto('/search')
      await expect(results(page)).toBeVisible()
      await searchField(page).fill('wolfeschlegel')
      await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
    },
  },
]

/**
 * The screens of an administrator, with an account of `address` and a resume of the longest names.
 */
export const adminScreens = (address: string): Screen[] => [
  at('/admin-dashboard'),
  at('/users', (page) => page.getByRole('checkbox', { name: /^Select all shown/ })),
  {
    what: 'granting access',
    async show(page) {
      await page.goto('/users')
      await page.getByRole('checkbox', { name: /^Select all shown/ }).check()
      await button('Grant access')(page).click()
      await expect(dialog(page)).toBeVisible()
    },
  },
  {
    what: 'an account',
    async show(page) {
      await page.goto(`/users?query=${encodeURIComponent(address)}`)
      await page.getByRole('link', { name: address }).click()
      await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
    },
  },
  at('/resume-approval', (page) => page.getByText(LONG_NAME)),
  at('/admin-directory', (page) => page.getByRole('table', { name: 'Sources' })),
  at('/admin-settings'),
  at('/admin-settings?tab=seo'),
  at('/admin-settings?tab=social'),
  at('/admin-logs'),
  at('/admin-audit', (page) => page.getByRole('table')),
]

/** Signs up with the longest address and name, subscribes, and creates rows with the longest texts. */
export async function becomeSubscriberWithLongRows(page: Page): Promise<void> {
  await signUpNewUser(page, { email: longAddress(), name: LONG_NAME })
  await subscribe(page)
  const id = () => crypto.randomUUID()
  const team = await page.request.post('/api/teams', { data: { name: LONG_NAME } })
  const { id: teamId } = (await team.json()) as { id: string }
  await page.request.post(`/api/teams/${teamId}/invites`, {
    data: { email: longAddress(), role: 'viewer' },
  })
  const template = { tone: 'formal', length: 'long', position_type: 'full-time' }
  const next = { kind: 'next', words: LONG_NAME, next_on: new Date().toISOString().slice(0, 10) }
  await pushToServer(page, [
    ['activities.add', { id: id(), candidate_id: LONGEST?.id, ...next }],
    ['lists.create', { id: id(), name: LONG_NAME, candidate_ids: [LONGEST?.id] }],
    ['candidates.note', { candidate_id: LONGEST?.id, note: LONG_NAME, previous: null }],
    ['candidates.star', { candidate_id: LONGEST?.id, starred: true }],
    [
      'searches.create',
      { id: id(), name: LONG_NAME, search_params: { organization: [LONG_NAME] } },
    ],
    [
      'templates.create',
      { id: id(), name: LONG_NAME, subject: LONG_NAME, body: LONG_NAME, ...template },
    ],
  ])
}
