// Renders the public pages of the build and stores their bodies for the server: path → HTML.
import { writeFileSync } from 'node:fs'
import { PRERENDERED, prerender } from '../dist/prerender/prerender.js'

const bodies = {}
for (const path of PRERENDERED) bodies[path] = await prerender(path)
writeFileSync(new URL('../dist/prerender/pages.json', import.meta.url), JSON.stringify(bodies))
// The exit ends timers and requests that a page started.
process.exit(0)
