import { z } from 'zod'
import type { Queryable } from '../../db/client.ts'
import { BRAND } from '../../sync/contract/brand.ts'
import {
  DEFAULT_DESCRIPTION,
  documentTitle,
  LIST_PATH,
  PAGES,
  PROFILE_PATH,
  USER_PATH,
} from '../../sync/contract/pages.ts'

/** What the head of a document says, and the status it is answered with. */
export interface PageHead {
  title: string
  description: string
  /** Whether search engines of the web may list the page. */
  isIndexed: boolean
  status: 200 | 404
}

const NOT_FOUND: PageHead = {
  title: documentTitle('Page Not Found'),
  description: DEFAULT_DESCRIPTION,
  isIndexed: false,
  status: 404,
}

/** What the service worker keeps and shows at any address while there is no network. */
const SHELL: PageHead = { ...NOT_FOUND, title: BRAND, status: 200 }

/** The head for an address. A profile names nobody: it is public, but not for the web's indexes. */
export async function headOf(path: string, sql: Queryable): Promise<PageHead> {
  if (path === '/shell') return SHELL
  const page = PAGES[path]
  if (page) {
    return {
      title: documentTitle(page.title),
      description: page.description ?? DEFAULT_DESCRIPTION,
      isIndexed: !page.isPrivate,
      status: 200,
    }
  }
  if (LIST_PATH.test(path)) return { ...NOT_FOUND, title: documentTitle('List'), status: 200 }
  if (USER_PATH.test(path)) return { ...NOT_FOUND, title: documentTitle('User'), status: 200 }
  const id = PROFILE_PATH.exec(path)?.[1]
  if (id === undefined) return NOT_FOUND
  const isKnown = z.uuid().safeParse(id).success && (await exists(sql, id))
  return {
    ...NOT_FOUND,
    title: documentTitle(isKnown ? 'Profile' : 'Healthcare Worker Not Found'),
    status: isKnown ? 200 : 404,
  }
}

async function exists(sql: Queryable, id: string): Promise<boolean> {
  const [row] = await sql`select 1 from candidates where id = ${id}`
  return row !== undefined
}
