import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchForUpdates } from './features/navigation/app-update.ts'
import { followTheme } from './lib/theme.ts'
import { createAppRouter } from './router.tsx'
import { sessionKnown } from './session/session.ts'
import './styles.css'

const router = createAppRouter()

declare global {
  /** Set up by an inline script before any other code; see index.html. */
  var keepEarlyPress: { (event: Event): void; buttons: Set<HTMLButtonElement> }
}
followTheme()

const root = document.getElementById('root')
if (!root) throw new Error('The document has no #root')
const app = (
  <StrictMode>
    <TakenOver>
      <RouterProvider router={router} />
    </TakenOver>
  </StrictMode>
)
// A prerendered page is one that knows nobody yet: React hydrates it in place, and keeps the text typed
// into it. Where a guard leads elsewhere, the document is another page's: its first render replaces it.
const { pathname } = router.latestLocation
const isPrerendered = root.hasChildNodes()
if (isPrerendered) {
  router.ssr = { manifest: undefined }
  await router.load()
}
if (isPrerendered && router.state.location.pathname === pathname) hydrateRoot(root, app)
else createRoot(root).render(app)

watchForUpdates()

/** Ends what the document's inline script began, and repeats the presses that were made before hydration. */
function TakenOver({ children }: { children: ReactNode }) {
  useEffect(() => {
    // The session is known at once on a device that knows its user.
    void sessionKnown().then(() => delete document.documentElement.dataset.returning)
    removeEventListener('click', keepEarlyPress, true)
    const pressed = [...keepEarlyPress.buttons]
    keepEarlyPress.buttons.clear()
    // Not within the effect: a click from outside makes React hydrate the part that it hits.
    setTimeout(() => {
      for (const button of pressed) button.click()
    })
  }, [])
  return children
}
