import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { ScreenError } from './features/navigation/screen-error.tsx'
import { routeTree } from './route-tree.gen.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

/** The app's router. The browser's history by default; a prerender passes another. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    // A new screen starts at the top; Back restores the scroll position. In a prerender it would write
    // an inline script, which the content policy refuses.
    scrollRestoration: !import.meta.env.SSR,
    // Within the frame: its navigation stays in view beside a broken screen.
    defaultErrorComponent: ScreenError,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    ...(history ? { history } : {}),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
