import { html, raw } from 'hono/html'
import { type ShareNetwork, shareImages } from '#api/contract/shared-link.ts'
import { assetSize, type SiteValues } from '#api/contract/site.ts'
import type { PageHead } from './page-head.ts'

/** Crawlers that show link previews, by user agent. */
const CRAWLERS: readonly [RegExp, ShareNetwork][] = [
  [/facebookexternalhit|facebot/i, 'facebook'],
  [/linkedinbot/i, 'linkedin'],
  [/twitterbot/i, 'twitter'],
]

/** The link preview's image when none is set. */
const DEFAULT_IMAGE = { path: '/share.png', width: 1200, height: 630 }

/** The part of a document's head that depends on its address and on the site settings. */
export function headHtml(
  head: PageHead,
  { path, origin, userAgent }: { path: string; origin: string; userAgent: string },
  values: SiteValues,
): string {
  const network = CRAWLERS.find(([name]) => name.test(userAgent))?.[1] ?? null
  const images = shareImages(values, network).map((url) => ({ path: url, ...assetSize(url) }))
  if (images.length === 0) images.push(DEFAULT_IMAGE)
  const twitter = shareImages(values, 'twitter')[0] ?? DEFAULT_IMAGE.path
  return html`<title>${head.title}</title>
    <meta name="description" content="${head.description}">
    ${values.seo_keywords ? html`<meta name="keywords" content="${values.seo_keywords}">` : ''}
    ${head.isIndexed ? '' : raw('<meta name="robots" content="noindex">')}
    <link rel="canonical" href="${origin}${path}">
    <meta property="og:title" content="${head.share.title}">
    <meta property="og:description" content="${head.share.description}">
    ${images.map(
      (image) => html`<meta property="og:image" content="${origin}${image.path}">
    <meta property="og:image:width" content="${image.width}">
    <meta property="og:image:height" content="${image.height}">`,
    )}
    <meta name="twitter:card" content="summary_large_image">
    <meta name="twitter:title" content="${head.share.title}">
    <meta name="twitter:description" content="${head.share.description}">
    <meta name="twitter:image" content="${origin}${twitter}">
    ${icons(values)}
    <script type="application/json" id="site">${raw(siteJson(values))}</script>`.toString()
}

/** The icons of the tab and of home screens. */
function icons({ favicon_url: favicon, site_icon_url: icon }: SiteValues) {
  const tab = favicon
    ? html`<link rel="icon" href="${favicon}" type="image/png">`
    : raw(`<link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="icon" href="/icon-192.png" sizes="192x192" type="image/png">`)
  return html`${tab}
    <link rel="apple-touch-icon" href="${icon || '/apple-touch-icon.png'}">`
}

/** The site settings as JSON for the app. Security: no text in it can close its element. */
function siteJson(values: SiteValues): string {
  const set = Object.entries(values).filter(([, value]) => value !== '')
  return JSON.stringify(Object.fromEntries(set)).replaceAll('<', '\\u003c')
}
