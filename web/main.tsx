import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForUpdates } from './features/navigation/app-update.ts'
import { ScreenError } from './features/navigation/screen-error.tsx'
import { followTheme } from './lib/theme.ts'
import { routeTree } from './route-tree.gen.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import './styles.css'

const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  // A new screen starts at the top; Back returns to where one was.
  scrollRestoration: true,
  // Within the frame: the way out of a broken screen stays in view.
  defaultErrorComponent: ScreenError,
  defaultPreload: 'intent',
  defaultPendingMs: 200,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

declare global {
  /** Read by the scroll lock of dialogs for the style element it writes. */
  var __webpack_nonce__: string | undefined
}
globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>(
  'meta[property=csp-nonce]',
)?.nonce

followTheme()

const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)

watchForUpdates()
