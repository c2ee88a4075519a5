import { html } from 'hono/html'
import { assetSize, type FigureKey, figureOf, type SiteValues } from '#sync/contract/site.ts'

/** A public page's body, rendered when the app was built, with `{{key}}` where a setting goes. */
export interface PrerenderedBody {
  /** With the product's own mark. */
  plain: string
  /** With an image in its place. */
  withLogo: string
}

/**
 * The body as the app will take it over with these settings: the same text for text, or React would
 * draw the page anew.
 */
export function fillBody(body: PrerenderedBody | undefined, values: SiteValues): string {
  if (!body) return ''
  const logo = values.site_logo_url
  const figured = (logo ? body.withLogo : body.plain).replace(
    /\{\{(figure_\w+)\}\}/g,
    (_, key: string) => html`${figureOf(values, key as FigureKey)}`.toString(),
  )
  if (!logo) return figured
  // The size holds the image's place; only the name of the real one tells it.
  const { width, height } = assetSize(logo) ?? {}
  const image = html`src="${logo}" width="${width}" height="${height}"`.toString()
  return (
    figured
      .replaceAll('src="{{site_logo_url}}"', () => image)
      // And where it is asked for ahead.
      .replaceAll('{{site_logo_url}}', () => html`${logo}`.toString())
  )
}
