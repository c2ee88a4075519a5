// biome-ignore lint/style/noRestrictedImports: a test runs in Node, and Vitest blanks style sheets.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * Contrast by WCAG 2.2, computed from the tokens as they stand in the style sheet: text at least
 * 4.5 : 1, what shows a control's shape or state at least 3 : 1.
 */
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const light = tokensOf(':root')
const dark = { ...light, ...tokensOf('[data-theme="dark"]') }

const HUES = Object.keys(light).filter((name) => name.startsWith('hue-'))
const TEXT_ON_PAGE = ['ink', 'muted', 'accent', 'danger', 'warn', 'ok']
const GROUNDS = ['paper', 'surface', 'wash']
const TEXT_ON_FILL = [
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-strong'],
  ['danger-ink', 'danger'],
  ['danger-ink', 'danger-strong'],
  ['accent', 'accent-wash'],
  ['ink', 'danger-wash'],
  ['danger', 'danger-wash'],
  ['warn', 'warn-wash'],
  ['ok', 'ok-wash'],
  ['paper', 'ink'],
] as const

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_name, tokens) => {
  it.each(TEXT_ON_PAGE.flatMap((text) => GROUNDS.map((ground) => [text, ground])))(
    'reads %s on %s',
    (text, ground) => {
      expect(contrast(color(tokens, text), color(tokens, ground))).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(TEXT_ON_FILL)('reads %s on %s', (text, ground) => {
    expect(contrast(color(tokens, text), color(tokens, ground))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['paper', 'surface', 'wash'])('shows the edge of a control on %s', (ground) => {
    expect(contrast(color(tokens, 'line-strong'), color(tokens, ground))).toBeGreaterThanOrEqual(3)
    expect(contrast(color(tokens, 'accent'), color(tokens, ground))).toBeGreaterThanOrEqual(3)
  })

  it.each(HUES)('reads %s as a badge and as text', (hue) => {
    const ink = color(tokens, hue)
    const surface = color(tokens, 'surface')
    expect(contrast(ink, surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(ink, mix(ink, surface, 0.13))).toBeGreaterThanOrEqual(4.5)
  })

  it('gives every hue the same lightness and chroma', () => {
    const kinds = HUES.map((hue) => tokens[hue]?.split(' ').slice(0, 2).join(' '))
    expect(new Set(kinds).size).toBe(1)
    expect(HUES).toHaveLength(10)
  })
})

it('repeats every colour in dark', () => {
  expect(Object.keys(tokensOf('[data-theme="dark"]'))).toEqual(Object.keys(light))
})

/** The `oklch(…)` tokens of one rule, name → "L C H". */
function tokensOf(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const body = css.slice(start, css.indexOf('}', start))
  const matches = body.matchAll(/--([a-z-]+): oklch\(([\d. ]+?)(?: \/ [\d.]+)?\)/g)
  return Object.fromEntries([...matches].map((match) => [match[1], match[2] ?? '']))
}

type Oklab = readonly [lightness: number, a: number, b: number]

function color(tokens: Record<string, string>, name: string): Oklab {
  const [lightness = 0, chroma = 0, hue = 0] = (tokens[name] ?? '').split(' ').map(Number)
  if (lightness === 0) throw new Error(`No token --${name}`)
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

function mix(one: Oklab, other: Oklab, share: number): Oklab {
  const at = (index: 0 | 1 | 2) => one[index] * share + other[index] * (1 - share)
  return [at(0), at(1), at(2)]
}

/** Relative luminance, through linear sRGB clipped to what a screen shows. */
function luminance([lightness, a, b]: Oklab): number {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Oklab, other: Oklab): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}
