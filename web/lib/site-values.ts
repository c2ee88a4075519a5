import { type FigureKey, figureOf, type SiteValues } from '#sync/contract/site.ts'

let values: SiteValues = read()

/** What operators set of the site, as of the document that brought the app. */
export function siteValues(): SiteValues {
  return values
}

/** A figure of marketing as operators set it. */
export function siteFigure(key: FigureKey): string {
  return figureOf(values, key)
}

/** Renders with these from now on: outside of a browser there is no document to read them from. */
export function renderWith(next: SiteValues): void {
  values = next
}

function read(): SiteValues {
  if (import.meta.env.SSR) return {}
  const text = document.getElementById('site')?.textContent
  // Without our server (the bundler's own in development) the defaults hold.
  return text ? JSON.parse(text) : {}
}
