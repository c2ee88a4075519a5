import { Hono } from 'hono'
import { checkoutPages } from './checkout-pages.ts'
import { STYLES } from './layout.ts'
import type { Ledger } from './ledger.ts'
import { portalPages } from './portal-pages.ts'

/**
 * The stand-in's pages: the checkout for a test payment, and the portal. They are plain forms
 * without scripts.
 * @param appOrigin the origin that its forms may redirect back to.
 */
export function standInPages(ledger: Ledger, appOrigin: string): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    ledger.settle()
    await next()
    c.header('Cache-Control', 'no-store')
    // Chromium applies form-action to the redirect too, so the app's origin must be listed.
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'self'; form-action 'self' ${appOrigin}; frame-ancestors 'none'; base-uri 'none'`,
    )
  })
  app.get('/styles.css', (c) => c.body(STYLES, 200, { 'Content-Type': 'text/css' }))
  app.route('/checkout', checkoutPages(ledger, appOrigin))
  app.route('/portal', portalPages(ledger))
  return app
}
