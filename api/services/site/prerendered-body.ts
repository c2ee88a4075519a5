import { html } from 'hono/html'
import { assetSize, type FigureKey, figureOf, type SiteValues } from '#api/contract/site.ts'

/** A public page's body, rendered at build time, with `{{key}}` in place of each setting. */
export interface PrerenderedBody {
  /** The body with the default logo. */
  plain: string
  /** The body with an uploaded logo. */
  withLogo: string
}

/**
 * The body as the app will hydrate it with these settings: the text must be identical, or React
 * would render the page again.
 */
export function fillBody(body: PrerenderedBody | undefined, values: SiteValues): string {
  if (!body) return ''
  const logo = values.site_logo_url
  const figured = (logo ? body.withLogo : body.plain).replace(
    /\{\{(figure_\w+)\}\}/g,
    (_, key: string) => html`${figureOf(values, key as FigureKey)}`.toString(),
  )
  if (!logo) return figured
  // The width and height reserve the image's space; only a stored image has them in its name.
  const { width, height } = assetSize(logo) ?? {}
  const image = html`src="${logo}" width="${width}" height="${height}"`.toString()
  return (
    figured
      .replaceAll('src="{{site_logo_url}}"', () => image)
      // The preload link contains the address too.
      .replaceAll('{{site_logo_url}}', () => html`${logo}`.toString())
  )
}
