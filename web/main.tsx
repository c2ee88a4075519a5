import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchForUpdates } from './features/navigation/app-update.ts'
import { followTheme } from './lib/theme.ts'
import { createAppRouter } from './router.tsx'
import './styles.css'

const router = createAppRouter()

declare global {
  /** Listens from the first byte of the document on; see index.html. */
  var keepEarlyPress: { (event: Event): void; button?: HTMLButtonElement | null }
}
followTheme()

const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root')
const app = (
  <StrictMode>
    <EarlyPress>
      <RouterProvider router={router} />
    </EarlyPress>
  </StrictMode>
)
if (root.hasChildNodes()) {
  // A public page came with its body, as a visitor sees it: taken over as it stands, with what was
  // typed into it.
  router.ssr = { manifest: undefined }
  await router.load()
  hydrateRoot(root, app)
} else {
  createRoot(root).render(app)
}

watchForUpdates()

/** Presses again what was pressed while the page was still a picture of itself. */
function EarlyPress({ children }: { children: ReactNode }) {
  useEffect(() => {
    removeEventListener('click', keepEarlyPress, true)
    const { button } = keepEarlyPress
    keepEarlyPress.button = null
    // Not within an effect: what React has not taken over yet, it takes over at a press from outside.
    if (button) setTimeout(() => button.click())
  }, [])
  return children
}
