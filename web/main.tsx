import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
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
const app = (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
)
if (root.hasChildNodes()) {
  // A public page came with its body, as a visitor sees it: taken over as it stands, with what was
  // typed into it. Where somebody signed in sees it otherwise, React draws it anew by itself.
  router.ssr = { manifest: undefined }
  await router.load()
  hydrateRoot(root, app, { onRecoverableError: () => undefined })
} else {
  createRoot(root).render(app)
}

watchForUpdates()
