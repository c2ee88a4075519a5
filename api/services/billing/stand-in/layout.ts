import { html } from 'hono/html'

/**
 * The stylesheet is served on its own: an inline style element would need a weaker content policy.
 */
export const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
  --paper: oklch(0.979 0.006 85); --surface: oklch(0.997 0.002 85); --ink: oklch(0.24 0.018 215);
  --muted: oklch(0.475 0.016 215); --line: oklch(0.895 0.009 85); --line-strong: oklch(0.6 0.014 100); --accent: oklch(0.44 0.083 195);
  --accent-ink: oklch(0.985 0.008 190); --danger: oklch(0.49 0.145 31);
  --danger-wash: oklch(0.96 0.014 45); --warn: oklch(0.5 0.105 68); --warn-wash: oklch(0.955 0.035 85) }
@media (prefers-color-scheme: dark) { :root {
  --paper: oklch(0.185 0.009 215); --surface: oklch(0.22 0.01 215); --ink: oklch(0.935 0.008 85);
  --muted: oklch(0.725 0.012 85); --line: oklch(0.315 0.012 215); --line-strong: oklch(0.57 0.014 215); --accent: oklch(0.78 0.095 190);
  --accent-ink: oklch(0.2 0.03 200); --danger: oklch(0.74 0.125 31);
  --danger-wash: oklch(0.285 0.045 31); --warn: oklch(0.8 0.105 80); --warn-wash: oklch(0.285 0.035 75) } }
body { margin: 0; background: var(--paper); color: var(--ink) }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
.notice { margin: 0; padding: .625rem 1rem; background: var(--warn-wash); color: var(--warn); text-align: center; font-weight: 600 }
.card { margin: 1rem 0; padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px }
h1 { margin: 1rem 0 .25rem; font-size: 1.625rem; line-height: 2rem }
h2 { margin: 0 0 .5rem; font-size: 1rem }
p { margin: .25rem 0 }
.amount { font-size: 2.125rem; line-height: 2.5rem; font-weight: 650 }
.muted { color: var(--muted) }
.problem { padding: .75rem 1rem; background: var(--danger-wash); color: var(--danger); border-radius: 6px }
form { display: grid; gap: .5rem; margin-top: .75rem }
button { min-height: 44px; padding: 0 1rem; font: inherit; font-weight: 600; border-radius: 6px; border: 1px solid var(--line-strong); background: none; color: var(--ink); cursor: pointer }
button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink) }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
ul { list-style: none; margin: 0; padding: 0 }
li { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem 0; border-top: 1px solid var(--line) }
li:first-child { border: 0 }
`

/** The layout of the stand-in's pages; each page says that it is a stand-in. */
export function layout(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="robots" content="noindex">
  <title>${title} (test)</title>
  <link rel="stylesheet" href="/dev/stripe/styles.css">
</head>
<body>
  <p class="notice">Test checkout – no money moves</p>
  <main>
    ${body}
    <p class="muted">A stand-in plays the billing service here. It never runs in production.</p>
  </main>
</body>
</html>`
}

/** An amount in cents, formatted as dollars. */
export function dollars(cents: number): string {
  const options = { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' }
  return (cents / 100).toLocaleString('en-US', options as Intl.NumberFormatOptions)
}

/**
 * A formatted day.
 * @param seconds Unix time
 */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
}

/** The number of seats, as text after the interval of a price. */
export function seatsText(quantity: number): string {
  return quantity === 1 ? '' : ` for ${quantity} seats`
}

/** The response for an address whose session, portal or plan has ended or never existed. */
export function gonePage() {
  return layout(
    'Not here',
    html`<h1>This page is over</h1><p>Go back to the app and begin again.</p>`,
  )
}
