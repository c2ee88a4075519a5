import { expect, test } from 'playwright/test'
import { VISITOR } from './accounts.ts'

test.use({ storageState: VISITOR })

const ZENOBIA = '00000000-0000-4000-8000-000000000001'

/** Each public route, with its heading. */
const ROUTES: Record<string, RegExp> = {
  '/': /^Reach the clinicians/,
  '/about': /We shorten the wait/,
  '/pricing': /two ways to pay/,
  '/signup': /^Get Started$/,
  '/login': /^Log in$/,
  '/check-email-confirmation': /^Check your email$/,
  '/confirm-email': /^This confirmation link is not valid$/,
  '/unsubscribe': /^Nothing was turned off$/,
  '/specialties': /^Specialties$/,
  '/submit-resume': /^Submit your resume$/,
  '/success': /^No resume was sent from here$/,
  '/contact': /^Contact us$/,
  '/remove-info': /^Remove My Information$/,
  '/confirm-removal': /^Your information was not removed$/,
  '/confirm-submission': /^Your resume was not confirmed$/,
  '/terms': /^Terms of Service$/,
  '/privacy': /^Privacy Policy$/,
  '/compliance': /^Data Compliance$/,
  '/money-back-guarantee': /^30-Day Money Back Guarantee$/,
  [`/physician/${ZENOBIA}`]: /Zenobia/,
  [`/physicians/${ZENOBIA}`]: /Zenobia/,
}

test('NAV-01 GATE-12 a visitor gets every public screen, and the search behind the paywall', async ({
  page,
}) => {
  for (const [path, heading] of Object.entries(ROUTES)) {
    const answer = await page.goto(path, { waitUntil: 'commit' })
    expect(answer?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading)
    expect(new URL(page.url()).pathname).toBe(path)
  }
  await page.goto('/search')
  await expect(page.getByRole('region', { name: 'Unlock Unlimited Contacts' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/search')
})

test('NAV-21 the footer leads to each of its screens and carries the year', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  const links = {
    'Submit Resume': '/submit-resume',
    Search: '/search',
    Pricing: '/pricing',
    'About Us': '/about',
    Contact: '/contact',
    'Remove My Information': '/remove-info',
    'Terms of Service': '/terms',
    'Privacy Policy': '/privacy',
    Compliance: '/compliance',
    'Money Back Guarantee': '/money-back-guarantee',
  }
  await expect(footer.getByRole('link')).toHaveText(Object.keys(links))
  for (const [name, path] of Object.entries(links)) {
    await footer.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(ROUTES[path] ?? 'Search')
  }
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
})
