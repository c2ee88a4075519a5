import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

/**
 * The page, as it stands, breaks no rule of axe; in light and in dark. Without what an open dialog
 * hides from everybody.
 */
export async function expectAccessible(page: Page): Promise<void> {
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
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(context: object): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
          }>
        }
      }
      const result = await axe.run({ exclude: [['[aria-hidden=true]']] })
      return result.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((n) => `${n.html} ${n.failureSummary}`).join('\n')}`,
      )
    })
    expect(violations, colorScheme).toEqual([])
  }
}
