// Renders the public pages of the build and keeps their bodies for the server: path → HTML.
import { writeFileSync } from 'node:fs'
import { PRERENDERED, prerender } from '../dist/prerender/prerender.js'

const bodies = {}
for (const path of PRERENDERED) bodies[path] = await prerender(path)
writeFileSync(new URL('../dist/prerender/pages.json', import.meta.url), JSON.stringify(bodies))
// What a page started and would go on with in a browser ends here.
process.exit(0)
