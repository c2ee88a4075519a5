import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForUpdates } from './features/navigation/app-update.ts'
import { followTheme } from './lib/theme.ts'
import { createAppRouter } from './router.tsx'
import './styles.css'

const router = createAppRouter()

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
// A public page came with its body: the first render must be as full, or it would blink.
if (root.hasChildNodes()) await router.load()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)

watchForUpdates()
