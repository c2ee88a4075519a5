/** Stands for our own origin: an address that resolves against it and stays there is ours. */
const ORIGIN = 'https://app.invalid'

/** Longer than any address of ours, a search with all its filters included. */
const LENGTH_MAX = 4_000

/** Each proxy takes one level of percent-encoding off; no address of ours has more. */
const LEVELS_MAX = 5

/** Backslashes count as slashes in browsers, and tabs and newlines as nothing. */
const AMBIGUOUS = /[\\\p{Cc}]/u

/**
 * Reads an address from outside (a query, a body, a link) that the browser is to go to.
 * Every such address passes through here, in the browser and on the server.
 *
 * Security: the address is resolved first and judged as resolved, for `/..//host` begins like a path
 * and resolves to `//host`, which is another site. It is judged again at each level of
 * percent-encoding, for a proxy on the way may take one off.
 * @returns the resolved path with query and fragment, or undefined where the address
 * leads, or could lead, out of the app.
 */
export function inAppPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  // Security: before anything is resolved, or one long address would keep the process busy.
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
    // An encoded separator makes another path of the address wherever it is decoded.
    if (countSlashes(decoded) !== countSlashes(encoded)) return false
    if (resolve(decoded) === undefined) return false
    encoded = decoded
  }
  return false
}

/** Takes one level of encoding off. Non-ASCII text separates nothing, and stays encoded. */
function decode(path: string): string {
  return path.replace(/%[0-7][\da-f]/gi, decodeURIComponent)
}

const countSlashes = (path: string) => path.split('/').length
