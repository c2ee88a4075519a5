import { expect, type Page, test } from 'playwright/test'
import { amount } from '#tests/support/amount.ts'
import { fromOwnNetwork, VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { openSearch, parameter, part, results, searchField } from './search-page.ts'

/** On each change the phone, whose filters are a layer; every night the desk, too. */
const SCREENS = [
  { screen: 'a phone', width: 360, height: 740 },
  { screen: 'a desk', width: 1440, height: 900 },
].slice(0, amount(1, 2))
/** With few results, for axe checks each of them. */
const ask = (page: Page, query: string) =>
  openSearch(page, `?query=${encodeURIComponent(query)}&organization=Larkspur`)

for (const { screen, width, height } of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport: { width, height } })
    test.slow()

    test('a search holds to WCAG 2.2 AA, with nothing asked, understood, misspelt and exact', async ({
      page,
    }) => {
      await openSearch(page)
      await expectAccessible(page, 'nothing asked')
      await ask(page, 'looking for a cardiologist in amarillo')
      await expect(part(page, 'Amarillo')).toBeVisible()
      await expectAccessible(page, 'understood')
      await ask(page, 'RN OR LPN -concierge')
      await expect(part(page, 'not concierge')).toBeVisible()
      await expectAccessible(page, 'alternatives')
      await ask(page, 'cardiolgist')
      await expect(part(page, /^cardiologist/)).toBeVisible()
      await expectAccessible(page, 'misspelt')
      await openSearch(page, '?query=heart&exact=1')
      await expectAccessible(page, 'exact')
    })

    test('what lies over a search holds to WCAG 2.2 AA: menu, suggestions, filters, commands', async ({
      page,
    }) => {
      await ask(page, 'MD')
      await part(page, 'MD').click()
      await expect(page.getByRole('menuitem', { name: 'State: Maryland' })).toBeVisible()
      await expectAccessible(page, 'the menu of a part')
      await page.keyboard.press('Escape')
      // The menu gives the focus back as it goes; a field filled before would lose it, and close its list.
      await expect(part(page, 'MD')).toBeFocused()
      await searchField(page).fill('amar')
      await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
      await searchField(page).press('ArrowDown')
      // Results are paler while the next search runs.
      await expect.poll(() => parameter(page, 'query')).toBe('amar')
      await expect(page.locator('[data-pending]')).toHaveCount(0)
      await expectAccessible(page, 'suggestions')
      await searchField(page).press('Escape')
      await searchField(page).blur()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Command' }).fill('heart')
      await expectAccessible(page, 'commands')
      await page.keyboard.press('Escape')
      if (width < 800) {
        await page.getByRole('button', { name: 'Open filters' }).click()
        await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
        await expectAccessible(page, 'filters')
      }
      const city = page.getByRole('combobox', { name: 'City', exact: true })
      await city.fill('amar')
      await expect(page.getByRole('option', { name: /^Amarillo/ })).toBeVisible()
      await city.press('ArrowDown')
      await expect(page.locator('[data-pending]')).toHaveCount(0)
      await expectAccessible(page, 'suggestions for a filter')
    })

    test('a search without an answer holds to WCAG 2.2 AA: nobody, a fault, a contact', async ({
      page,
    }) => {
      await page.goto('/search?query=zenobia+telemetry&city=Lubbock&organization=Larkspur')
      await expect(page.getByRole('list', { name: 'What would find somebody' })).toBeVisible()
      await expectAccessible(page, 'nobody found')
      await page.goto('/search?query=jane@example.com')
      await expect(page.getByText(/cannot be searched/)).toBeVisible()
      await expectAccessible(page, 'a contact')
      await page.route('**/api/search', (route) => route.abort())
      await page.goto('/search')
      await expect(page.getByRole('button', { name: 'Retry Search' })).toBeVisible()
      await expectAccessible(page, 'a fault')
    })

    test.describe('of a visitor', () => {
      test.use({ storageState: VISITOR })

      test('GATE-02 the search behind the paywall holds to WCAG 2.2 AA', async ({ page }) => {
        await fromOwnNetwork(page)
        await page.goto('/search?query=nurse')
        await expect(page.getByText(/people match$/)).toBeVisible()
        await expect(results(page)).toHaveCount(0)
        await expectAccessible(page, 'a visitor')
      })
    })
  })
}
