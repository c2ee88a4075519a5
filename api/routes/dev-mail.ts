import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { AppEnv } from '#api/context.ts'
import { type StoredMail, storedMail, storedMails } from '#api/services/mail/stored-mail.ts'
import { AppError } from '#sync/contract/errors.ts'

/** A message may contain styles and links, and nothing else. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'"

const STYLES = `
  :root { color-scheme: light dark; font: 16px/1.5 Inter, system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
  li { list-style: none; border-top: 1px solid #8884; }
  li a { display: block; padding: .8rem .25rem; color: inherit; text-decoration: none; }
  li a:hover strong { text-decoration: underline; }
  small { opacity: .7; }
  ul { padding: 0; }
  iframe { width: 100%; height: 46rem; border: 1px solid #8884; border-radius: .5rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #8884; border-radius: .5rem; }
`

/**
 * `/dev/mail` shows the mails that were stored instead of sent. It is mounted outside production
 * only.
 */
export const devMailRoutes = new Hono<AppEnv>()
  .get('/', async (c) => {
    const mails = await storedMails(c.var.parts.env.DATA_DIR)
    return page(
      c,
      'Mail',
      mails.length === 0
        ? html`<p>Nothing was sent yet.</p>`
        : html`<ul>${mails.map(listItem)}</ul>`,
    )
  })
  .get('/:id', async (c) => {
    const mail = await find(c)
    return page(
      c,
      mail.subject,
      html`<p><a href="/dev/mail">All mail</a> <small>to ${mail.to}, ${mail.sent_at}</small></p>
        <iframe title="As HTML" src="/dev/mail/${mail.id}/html"
          sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
        <h2>As text</h2>
        <pre>${mail.text}</pre>`,
    )
  })
  .get('/:id/html', async (c) => {
    const mail = await find(c)
    c.header('Content-Security-Policy', `${POLICY}; frame-ancestors 'self'`)
    // A link opens in the whole window, in place of the page that frames the message.
    return c.html(mail.html.replace('<head>', '<head><base target="_top">'))
  })

async function find(c: Context<AppEnv>): Promise<StoredMail> {
  const mail = await storedMail(c.var.parts.env.DATA_DIR, c.req.param('id') ?? '')
  if (!mail) throw new AppError('not_found', 'There is no such message.')
  return mail
}

function listItem({ id, subject, to, sent_at }: StoredMail) {
  return html`<li><a href="/dev/mail/${id}"><strong>${subject}</strong><br>
    <small>to ${to}, ${sent_at}</small></a></li>`
}

function page(c: Context, title: string, body: ReturnType<typeof html>) {
  c.header('Content-Security-Policy', `${POLICY}; frame-ancestors 'none'`)
  c.header('Cache-Control', 'no-store')
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLES}</style>
</head>
<body><h1>${title}</h1>${body}</body>
</html>`)
}
