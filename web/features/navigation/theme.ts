import { proxy } from 'valtio'
import { afterPaint } from '#web/lib/after-paint.ts'
import { readStored, store } from '#web/lib/local-storage.ts'

const THEME_CHOICES = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

const STORAGE_KEY = 'theme'

/** `--paper` of each theme, for the browser's bars around the page. */
const BAR_COLORS = { light: '#faf8f4', dark: '#0e1415' } as const

export const themeStore = proxy({ choice: storedChoice() })

/** Applies a theme and stores the choice: after the next paint, for it restyles every element. */
export function chooseTheme(choice: ThemeChoice): void {
  themeStore.choice = choice
  afterPaint(apply)
  store(STORAGE_KEY, choice)
}

/** Follows the system's theme and choices made in other tabs. */
export function followTheme(): void {
  apply()
  darkPreferred().addEventListener('change', apply)
  window.addEventListener('storage', (event) => {
    if (event.key !== STORAGE_KEY) return
    themeStore.choice = storedChoice()
    apply()
  })
}

function apply(): void {
  const { choice } = themeStore
  const isDark = choice === 'dark' || (choice === 'system' && darkPreferred().matches)
  const theme = isDark ? 'dark' : 'light'
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = BAR_COLORS[theme]
  }
  const { dataset } = document.documentElement
  if (dataset.theme === theme) return
  dataset.theme = theme
  // A transition would restyle every element in every frame.
  dataset.themeChanging = ''
  afterPaint(() => {
    delete dataset.themeChanging
  })
}

function storedChoice(): ThemeChoice {
  const stored = readStored(STORAGE_KEY)
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system'
}

function darkPreferred(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
