import { documentTitle, PAGES, pageTitle } from '#api/contract/pages.ts'
import { defaultDescription, shareImages } from '#api/contract/shared-link.ts'
import type { SiteValues } from '#api/contract/site.ts'

const FRONT = PAGES['/'] ?? { title: '' }

/** The front page with these values in a search engine, in a shared link, and in a tab. */
export function SitePreview({ values }: { values: SiteValues }) {
  const title = pageTitle('/', FRONT, values)
  const description = defaultDescription(values)
  const shareTitle = values.seo_title || title
  const image = shareImages(values, null)[0] ?? '/share.png'
  const host = location.host
  return (
    <aside aria-label="Preview" className="flex min-w-0 max-w-100 flex-col gap-6">
      <figure>
        <figcaption className="pb-2 text-muted text-sm">Tab</figcaption>
        <div className="flex h-9 max-w-60 items-center gap-2 rounded-t-md border border-line border-b-0 bg-surface px-3">
          <img src={values.favicon_url || '/icon.svg'} alt="" className="size-4 object-contain" />
          <span className="truncate text-sm">{title}</span>
        </div>
      </figure>
      <figure>
        <figcaption className="pb-2 text-muted text-sm">Search result</figcaption>
        <div className="rounded-md border border-line bg-surface p-4">
          <p className="truncate text-muted text-sm">{host}</p>
          <p className="truncate text-accent text-md">{title}</p>
          <p className="wrap-anywhere line-clamp-2 text-sm">{description}</p>
        </div>
      </figure>
      <figure>
        <figcaption className="pb-2 text-muted text-sm">Share card</figcaption>
        <div className="overflow-hidden rounded-md border border-line bg-surface">
          <img src={image} alt="" className="aspect-[1200/630] w-full bg-wash object-cover" />
          <div className="border-line border-t p-4">
            <p className="truncate text-muted text-sm">{host}</p>
            <p className="wrap-anywhere line-clamp-2 font-semibold">{shareTitle}</p>
            <p className="wrap-anywhere line-clamp-2 text-muted text-sm">
              {values.seo_description || description}
            </p>
          </div>
        </div>
      </figure>
      <p className="text-muted text-sm">
        Other pages keep their own titles, as{' '}
        <span className="whitespace-nowrap">“{documentTitle(PAGES['/about']?.title ?? '')}”.</span>
      </p>
    </aside>
  )
}
