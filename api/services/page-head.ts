import { z } from 'zod'
import {
  documentTitle,
  LIST_PATH,
  PAGES,
  PROFILE_PATH,
  pageTitle,
  USER_PATH,
} from '#api/contract/pages.ts'
import type { Queryable } from '#db/client.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { defaultDescription, type SiteValues } from '#sync/contract/site.ts'

/** What the head of a document says, and the status it is answered with. */
export interface PageHead {
  title: string
  description: string
  /** What a link that is shared says of the page. */
  share: { title: string; description: string }
  /** Whether search engines of the web may list the page. */
  isIndexed: boolean
  status: 200 | 404
}

/** The head for an address. A profile names nobody: it is public, but not for the web's indexes. */
export async function headOf(path: string, sql: Queryable, values: SiteValues): Promise<PageHead> {
  // What the service worker keeps and shows at any address while there is no network.
  if (path === '/shell') return unlisted(BRAND, 200, values)
  const page = PAGES[path]
  if (page) {
    const title = pageTitle(path, page, values)
    const description = page.description ?? defaultDescription(values)
    return {
      title,
      description,
      share: {
        title: (path === '/' && values.seo_title) || title,
        description: page.description ?? (values.seo_description || description),
      },
      isIndexed: !page.isPrivate,
      status: 200,
    }
  }
  if (LIST_PATH.test(path)) return unlisted(documentTitle('List'), 200, values)
  if (USER_PATH.test(path)) return unlisted(documentTitle('User'), 200, values)
  const id = PROFILE_PATH.exec(path)?.[1]
  if (id === undefined) return unlisted(documentTitle('Page Not Found'), 404, values)
  const isKnown = z.uuid().safeParse(id).success && (await exists(sql, id))
  return isKnown
    ? unlisted(documentTitle('Profile'), 200, values)
    : unlisted(documentTitle('Healthcare Worker Not Found'), 404, values)
}

function unlisted(title: string, status: 200 | 404, values: SiteValues): PageHead {
  const description = defaultDescription(values)
  return { title, description, share: { title, description }, isIndexed: false, status }
}

async function exists(sql: Queryable, id: string): Promise<boolean> {
  const [row] = await sql`select 1 from candidates where id = ${id}`
  return row !== undefined
}
