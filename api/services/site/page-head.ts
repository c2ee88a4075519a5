import { z } from 'zod'
import {
  CALL_BLOCK_PATH,
  documentTitle,
  LIST_PATH,
  PAGES,
  PROFILE_PATH,
  pageTitle,
  USER_PATH,
} from '#api/contract/pages.ts'
import { defaultDescription } from '#api/contract/shared-link.ts'
import type { SiteValues } from '#api/contract/site.ts'
import type { ReadDirectory } from '#api/services/directory/read-replica.ts'
import type { Queryable } from '#db/client.ts'
import { BRAND } from '#sync/contract/brand.ts'

/** The content of a document's head, and the document's HTTP status. */
export interface PageHead {
  title: string
  description: string
  /** The link preview's texts. */
  share: { title: string; description: string }
  /** Whether web search engines may index the page. */
  isIndexed: boolean
  status: 200 | 404
}

/**
 * The head for an address. Privacy: the head of a profile names no one, and profiles are not
 * indexed.
 */
export async function headOf(
  path: string,
  readDirectory: ReadDirectory,
  values: SiteValues,
): Promise<PageHead> {
  // The service worker caches this page, and shows it at any address while offline.
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
  if (CALL_BLOCK_PATH.test(path)) return unlisted(documentTitle('Call block'), 200, values)
  if (LIST_PATH.test(path)) return unlisted(documentTitle('List'), 200, values)
  if (USER_PATH.test(path)) return unlisted(documentTitle('User'), 200, values)
  const id = PROFILE_PATH.exec(path)?.[1]
  if (id === undefined) return unlisted(documentTitle('Page Not Found'), 404, values)
  const isKnown = z.uuid().safeParse(id).success && (await readDirectory((sql) => exists(sql, id)))
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
