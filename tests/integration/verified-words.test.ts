import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** A figure that the administrators set, of the directory and of no contact. */
const ALLOWED = ["{ key: 'figure_verified', words: 'contacts verified' },"]

/** Names in the code, and the news of a saved search, which say since when. */
const NO_CLAIM = /'verified'|\bverified:|\bre-verified\b/g

it('no screen calls a contact verified: it says when it was checked', () => {
  const lines = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.(tsx?|html)$/.test(path))
    .flatMap((path) => readFileSync(join('web', path), 'utf8').split('\n'))
  expect(lines.length).toBeGreaterThan(10_000)
  const claims = lines.filter((line) => /\bverified\b/i.test(line.replace(NO_CLAIM, '')))
  expect(claims.map((line) => line.trim())).toEqual(ALLOWED)
})
