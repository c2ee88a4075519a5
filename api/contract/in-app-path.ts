/** Stands for our own origin: an address is ours if it resolves to this origin. */
const ORIGIN = 'https://app.invalid'

/** The longest accepted address: ours are shorter, even a search with all its filters. */
const LENGTH_MAX = 4_000

/**
 * The most levels of percent-encoding, of which each proxy may decode one; our addresses have
 * fewer.
 */
const LEVELS_MAX = 5

/** Matches what browsers change: a backslash counts as a slash, and tabs and newlines are ignored. */
const AMBIGUOUS = /[\\\p{Cc}]/u

/**
 * Reads an address from outside (a query, a body, a link) to which the browser will navigate. Every
 * such address passes through here, in the browser and on the server.
 *
 * Security: the address is resolved first and the result is checked, because `/..//host` begins
 * like a path and resolves to `//host`, which is another site. It is checked again at each level of
 * percent-encoding, because a proxy on the way may decode one.
 * @returns the resolved path with query and fragment, or undefined when the address leads, or
 *   could lead, out of the app.
 */
export function inAppPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  // Security: the length is checked before anything is resolved, or one long address would keep the
  // process busy.
  if (value.length > LENGTH_MAX) return undefined
  const resolved = resolve(value)
  if (!resolved || !staysWhenDecoded(resolved.pathname)) return undefined
  return resolved.pathname + resolved.search + resolved.hash
}

function resolve(path: string): URL | undefined {
  if (AMBIGUOUS.test(path) || !URL.canParse(path, ORIGIN)) return undefined
  const url = new URL(path, ORIGIN)
  return url.origin === ORIGIN && !url.pathname.startsWith('//') ? url : undefined
}

function staysWhenDecoded(path: string): boolean {
  let encoded = path
  for (let level = 0; level <= LEVELS_MAX; level++) {
    const decoded = decode(encoded)
    if (decoded === encoded) return true
    // An encoded separator changes the path wherever it is decoded.
    if (countSlashes(decoded) !== countSlashes(encoded)) return false
    if (resolve(decoded) === undefined) return false
    encoded = decoded
  }
  return false
}

/** Decodes one level. Non-ASCII text cannot separate anything, and stays encoded. */
function decode(path: string): string {
  return path.replace(/%[0-7][\da-f]/gi, decodeURIComponent)
}

const countSlashes = (path: string) => path.split('/').length
