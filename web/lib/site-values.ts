import { type FigureKey, figureOf, type SiteValues } from '#api/contract/site.ts'

let values: SiteValues = read()

/** The site's values as operators set them, from the document that loaded the app. */
export function siteValues(): SiteValues {
  return values
}

/** A marketing figure as operators set it. */
export function siteFigure(key: FigureKey): string {
  return figureOf(values, key)
}

/** Sets the values to render with: a prerender has no document to read them from. */
export function renderWith(next: SiteValues): void {
  values = next
}

function read(): SiteValues {
  if (import.meta.env.SSR) return {}
  const text = document.getElementById('site')?.textContent
  // The bundler's development server does not fill them in: the defaults apply.
  return text ? JSON.parse(text) : {}
}
