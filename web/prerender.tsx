import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { LIST_DOCUMENT, PAGES, PROFILE_DOCUMENT } from '#api/contract/pages.ts'
import type { SiteValues } from '#api/contract/site.ts'
import { renderWith } from './lib/site-values.ts'
import { createAppRouter } from './router.tsx'

/** Text typed into them before hydration would be lost. The search's document is a skeleton. */
const FORMS = ['/login', '/signup', '/contact', '/remove-info', '/submit-resume']

/** The public pages, which look alike for every visitor; skeletons of lists and of a profile. */
export const PRERENDERED = [
  ...Object.keys(PAGES).filter((path) => !PAGES[path]?.isPrivate && !FORMS.includes(path)),
  '/lists',
  LIST_DOCUMENT,
  PROFILE_DOCUMENT,
]

/** Placeholders of settings, which the server fills in with every document. */
const PLACES = {
  figure_directory: '{{figure_directory}}',
  figure_contacts: '{{figure_contacts}}',
  figure_organisations: '{{figure_organisations}}',
  figure_rating: '{{figure_rating}}',
  figure_verified: '{{figure_verified}}',
} satisfies SiteValues

/**
 * The body of a page as HTML, as it is first seen. Runs in Node during the build; the browser
 * hydrates it.
 */
export async function prerender(path: string): Promise<{ plain: string; withLogo: string }> {
  return {
    plain: await render(path, PLACES),
    withLogo: await render(path, { ...PLACES, site_logo_url: '{{site_logo_url}}' }),
  }
}

async function render(path: string, values: SiteValues): Promise<string> {
  renderWith(values)
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return renderToString(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
