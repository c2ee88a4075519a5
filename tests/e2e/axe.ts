import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'

const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** What an open dialog hides from everybody is not looked at. */
const SHOWN = { exclude: [['[aria-hidden=true]']] }

/** Holds the page, as it stands, to WCAG 2.2 AA in both themes. */
export async function expectAccessible(page: Page, what = ''): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    // What fades from one theme to the other is looked at once it has.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
          .map(({ finished }) => finished),
      ),
    )
    // Run from outside: the policy lets no script of another source in.
    await page.evaluate(axe.source)
    const violations = await page.evaluate(
      async ([context, options]) => {
        const { axe } = globalThis as unknown as {
          axe: { run(context: object, options: RunOptions): Promise<AxeResults> }
        }
        const result = await axe.run(context, options)
        return result.violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
        )
      },
      [SHOWN, RULES] as const,
    )
    expect(violations, `${what} ${colorScheme}`).toEqual([])
  }
}
