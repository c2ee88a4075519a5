import { html } from 'hono/html'
import { BRAND } from '#sync/contract/brand.ts'
import type { Mail } from './mailer.ts'

/** The texts of a mail before its layout. */
export interface Letter {
  subject: string
  /** The preview text that an inbox shows beside the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  /** The small print: whom to contact, and what to do if the mail was sent by mistake. */
  footnote: string
}

/** Lays out a letter as a mail to this address. */
export function letterMail(to: string, letter: Letter): Mail {
  const { subject } = letter
  return { to, subject, html: letterHtml(letter), text: letterText(letter) }
}

/**
 * A name that a user typed, between Unicode's directional isolates: right-to-left letters must not
 * affect the text around it.
 */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`
}

const FONT = "font-family:Inter,'Helvetica Neue',Helvetica,Arial,sans-serif"

/**
 * Some clients honour the dark-mode style block, and others invert the colours: the colours work in
 * both, and the block only refines them.
 */
const STYLES = `
  @media (prefers-color-scheme: dark) {
    .page { background: #101418 !important; }
    .card { background: #1a2026 !important; border-color: #2c353d !important; }
    .strong { color: #f2f5f7 !important; }
    .soft { color: #a9b4bd !important; }
    .link { color: #63c5cf !important; }
  }
  @media (max-width: 480px) { .pad { padding: 28px 22px !important; } }
`

/**
 * The HTML part, limited to what mail clients render: tables, inline styles, no images, no scripts.
 */
function letterHtml(letter: Letter): string {
  const { subject, preview, heading, paragraphs, button, footnote } = letter
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${STYLES}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f5f6">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f5f6">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="strong" style="padding:0 4px 18px;${FONT};font-size:19px;font-weight:700;letter-spacing:-0.01em;color:#12303a">${BRAND}</td></tr>
<tr><td class="card pad" style="padding:40px;background:#ffffff;border:1px solid #e2e7ea;border-radius:14px">
<h1 class="strong" style="margin:0 0 18px;${FONT};font-size:24px;line-height:1.25;font-weight:700;letter-spacing:-0.02em;color:#0f1d23">${heading}</h1>
${paragraphs.map(
  (text) =>
    html`<p class="soft" style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.6;color:#3d4b53">${text}</p>`,
)}
${button ? buttonHtml(button) : ''}
</td></tr>
<tr><td class="soft" style="padding:20px 4px 0;${FONT};font-size:13px;line-height:1.6;color:#66757e">${footnote}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`.toString()
}

function buttonHtml({ label, url }: { label: string; url: string }) {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:26px 0 24px">
<tr><td style="border-radius:10px;background:#0b6e78">
<a href="${url}" style="display:inline-block;padding:14px 26px;${FONT};font-size:16px;font-weight:600;line-height:1.2;color:#ffffff;text-decoration:none">${label}</a>
</td></tr>
</table>
<p class="soft" style="margin:0;${FONT};font-size:13px;line-height:1.6;color:#66757e">If the button does nothing, open this address:<br>
<a class="link" href="${url}" style="color:#0b6e78;word-break:break-all">${url}</a></p>`
}

/** The plain text part. */
function letterText({ heading, paragraphs, button, footnote }: Letter): string {
  const link = button ? [`${button.label}:\n${button.url}`] : []
  return `${[heading, ...paragraphs, ...link, `--\n${footnote}`].join('\n\n')}\n`
}
