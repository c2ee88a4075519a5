import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { PAGES } from '../sync/contract/pages.ts'
import { createAppRouter } from './router.tsx'

/** The pages that are worth it: all that everybody sees alike. */
export const PRERENDERED = Object.keys(PAGES).filter((path) => !PAGES[path]?.isPrivate)

/**
 * The body of a public page as HTML, as somebody who is not signed in first sees it. Runs in Node
 * when the app is built; the browser renders over it.
 */
export async function prerender(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return renderToString(<RouterProvider router={router} />)
}
