import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { followTheme } from '#web/features/navigation/theme.ts'
import { createAppRouter } from './router.tsx'
import { sessionKnown } from './session/session.ts'
import './styles.css'

const router = createAppRouter()

declare global {
  /** Set up by an inline script before any other code, unless something blocked it; see index.html. */
  var keepEarlyPress: { (event: Event): void; buttons: Set<HTMLButtonElement> } | undefined
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
// From here on React hydrates what a press hits and handles it: repeated, it would be undone.
const earlyPress = globalThis.keepEarlyPress
if (earlyPress) removeEventListener('click', earlyPress, true)
if (isPrerendered && router.state.location.pathname === pathname) hydrateRoot(root, app)
else createRoot(root).render(app)

/** Ends what the document's inline script began, and repeats the presses that it kept. */
function TakenOver({ children }: { children: ReactNode }) {
  useEffect(() => {
    // The session is known at once on a device that knows its user.
    void sessionKnown().then(() => delete document.documentElement.dataset.returning)
    if (!earlyPress) return
    const pressed = [...earlyPress.buttons]
    earlyPress.buttons.clear()
    // Not within the effect: a click from outside makes React hydrate the part that it hits.
    setTimeout(() => {
      for (const button of pressed) button.click()
    })
  }, [])
  return children
}
