import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { PAGES } from '../sync/contract/pages.ts'
import { createAppRouter } from './router.tsx'

/** Screens that work rather than read: what is typed before a form is taken over would be lost. */
const SCREENS = ['/search', '/login', '/signup', '/contact', '/remove-info', '/submit-resume']

/** The pages that everybody sees alike. */
export const PRERENDERED = Object.keys(PAGES).filter(
  (path) => !PAGES[path]?.isPrivate && !SCREENS.includes(path),
)

/**
 * The body of a public page as HTML, as somebody who is not signed in first sees it. Runs in Node
 * when the app is built; the browser takes it over.
 */
export async function prerender(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return renderToString(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
