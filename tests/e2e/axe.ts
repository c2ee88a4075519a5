import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** Holds the page, as it stands, to WCAG 2.2 AA in both themes. */
export async function expectAccessible(page: Page, what = ''): Promise<void> {
  // Colours would fade from one theme to the other, those of cards out of view only once in view.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    // Those that are marked important fade all the same.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
    // By the debugger: the page's own policy lets no script in.
    await page.evaluate(AXE)
    const { violations } = await page.evaluate(
      (options) =>
        (globalThis as unknown as { axe: { run(o: object): Promise<AxeResults> } }).axe.run(
          options,
        ),
      RULES,
    )
    const found = violations.flatMap(({ id, nodes }) => {
      const faults = nodes
        .map(({ html }) => html)
        // What a button opens over the page belongs to the button, wherever it is drawn.
        .filter((html) => id !== 'region' || !html.includes('data-radix-popper'))
      return faults.length > 0 ? [`${id}: ${faults.join(' | ')}`] : []
    })
    expect(found, `${what}, ${theme}`).toEqual([])
  }
}
