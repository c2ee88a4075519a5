import { Hono } from 'hono'
import { html } from 'hono/html'
import { type AppEnv, router } from '#api/context.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { AUTH_DOCUMENT } from './auth-document.ts'
import { WEBHOOK_DOCUMENT } from './webhooks.ts'

type Document = ReturnType<ReturnType<typeof router>['getOpenAPI31Document']>

const ABOUT = {
  openapi: '3.1.0',
  info: { title: `${BRAND} API`, version: '1' },
  servers: [{ url: '/api' }],
}

/**
 * Serves `/api/openapi.json`, generated from the schemas that validate requests, and a page to read
 * it.
 */
export function openApiRoutes(api: Pick<ReturnType<typeof router>, 'getOpenAPI31Document'>) {
  let generated: Document | undefined
  // The document is generated on demand: few processes are ever asked for it, and it would delay
  // each start.
  const document = () => {
    generated ??= generate(api)
    return generated
  }
  return new Hono<AppEnv>()
    .get('/openapi.json', (c) => c.json(document()))
    .get('/docs', (c) => {
      c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      return c.html(readable(document()))
    })
}

function generate(api: Pick<ReturnType<typeof router>, 'getOpenAPI31Document'>): Document {
  const document = api.getOpenAPI31Document(ABOUT)
  return { ...document, paths: { ...document.paths, ...pathsAnsweredElsewhere() } }
}

/** Paths that libraries serve or that read the raw body, which are described by hand. */
function pathsAnsweredElsewhere(): Document['paths'] {
  const described = router()
  for (const route of [...AUTH_DOCUMENT, WEBHOOK_DOCUMENT]) {
    described.openAPIRegistry.registerPath(route)
  }
  return described.getOpenAPI31Document(ABOUT).paths
}

function readable(document: Document) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({ path, method, operation })),
  )
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>${document.info.title}</title>
  <style>
    :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
    body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
    h2 { font-size: 1rem; margin: 2rem 0 .25rem }
    code, pre { font: 13px/1.5 ui-monospace, monospace }
    pre { overflow: auto; padding: .75rem; border: 1px solid color-mix(in srgb, currentcolor 20%, transparent); border-radius: 6px }
  </style>
</head>
<body>
  <h1>${document.info.title}</h1>
  <p>Every error is <code>{ "error": { "code", "message", "data"? } }</code>. The same text for
  programs: <a href="/api/openapi.json">openapi.json</a>.</p>
  ${operations.map(
    ({ path, method, operation }) => html`
  <section>
    <h2><code>${method.toUpperCase()} /api${path}</code> ${operation.summary ?? ''}</h2>
    ${operation.requestBody ? html`<details><summary>Body</summary><pre>${JSON.stringify(operation.requestBody, null, 2)}</pre></details>` : ''}
    ${Object.entries(operation.responses ?? {}).map(
      ([status, response]) => html`
    <details><summary>${status}: ${(response as { description?: string }).description ?? ''}</summary>
    <pre>${JSON.stringify(response, null, 2)}</pre></details>`,
    )}
  </section>`,
  )}
</body>
</html>`
}
