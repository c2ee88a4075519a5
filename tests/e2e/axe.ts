import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Only violations are reported, without selectors, which takes a third of the time. */
const FAULTS_ALONE: RunOptions = { resultTypes: ['violations'], selectors: false }
const RULES: RunOptions = {
  ...FAULTS_ALONE,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // This rule of WCAG 2.1 A is off by default: voice control users say the label that they see.
  rules: { 'label-content-name-mismatch': { enabled: true } },
}
/** A theme changes only colours: other rules would find the same again. */
const COLOUR_RULES: RunOptions = {
  ...FAULTS_ALONE,
  runOnly: ['color-contrast', 'link-in-text-block'],
}
/** A popover belongs to its button, and a tooltip to what it explains, wherever they are rendered. */
const BELONGS_ELSEWHERE = /data-radix-popper|role="tooltip"/
type Theme = 'light' | 'dark'
const THEMES: readonly Theme[] = ['light', 'dark']

/** Waits for the end of animations and transitions; scroll-driven ones have none. */
export async function animated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const hasEnd = Number.isFinite(Number(effect?.getComputedTiming().endTime))
      return playState !== 'running' || !hasEnd
    }),
  )
}

/** Checks the page, as it is, against WCAG 2.2 AA: by every rule in the first of the themes. */
export async function expectAccessible(page: Page, what = '', themes = THEMES): Promise<void> {
  // Colours would fade between the themes, those of cards out of view only once in view.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
  // By the debugger: the page's content policy refuses injected scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  for (const [index, theme] of themes.entries()) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    // Transitions marked important still run.
    await animated(page)
    const { violations } = await page.evaluate(
      (options) =>
        (globalThis as unknown as { axe: { run(o: object): Promise<AxeResults> } }).axe.run(
          options,
        ),
      index === 0 ? RULES : COLOUR_RULES,
    )
    const found = violations.flatMap(({ id, nodes }) => {
      const faults = nodes
        .map(({ html }) => html)
        .filter((html) => id !== 'region' || !BELONGS_ELSEWHERE.test(html))
      return faults.length > 0 ? [`${id}: ${faults.join(' | ')}`] : []
    })
    expect.soft(found, `${what}, ${theme}`).toEqual([])
  }
}
