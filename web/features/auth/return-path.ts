/** Where to go without any better idea; it leads on to the search. */
const HOME = '/directory'

/**
 * An address of this app, or undefined. Only one leading slash counts: `//host`, `/\host` and what
 * a browser would read as such lead elsewhere.
 */
export function inAppPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return undefined
  const origin = 'https://app.invalid'
  const isHere = URL.canParse(value, origin) && new URL(value, origin).origin === origin
  return isHere ? value : undefined
}

/** After signing in: what the address asks for, else where one came from, else the directory. */
export function afterSignIn({ returnTo, from }: { returnTo: unknown; from: unknown }): string {
  return inAppPath(returnTo) ?? inAppPath(from) ?? HOME
}
