import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { ScreenError } from './features/navigation/screen-error.tsx'
import { routeTree } from './route-tree.gen.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

/**
 * The app's router. The browser's own history unless another is given, as rendering outside of a
 * browser does.
 */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    // A new screen starts at the top; Back returns to where one was. Outside of a browser it would
    // write an inline script, which the policy refuses.
    scrollRestoration: !import.meta.env.SSR,
    // Within the frame: the way out of a broken screen stays in view.
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
