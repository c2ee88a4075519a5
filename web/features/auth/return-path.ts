import { inAppPath } from '#api/contract/in-app-path.ts'

/** The default destination; it redirects to the search. */
const HOME = '/directory'

/** Screens that lead to an account; a signed-in user is never sent back to them. */
const ENTRANCES = ['/login', '/signup', '/check-email-confirmation', '/confirm-email']

interface Destinations {
  /** The `returnTo` of the address. */
  returnTo: unknown
  /** The screen that led here, or that required the sign-in. */
  from: unknown
}

/**
 * The destination after log-in or sign-up: the one in the address, else the screen that led here. The
 * latter also where both are one page, because it holds the choice made there.
 */
export function returnPath({ returnTo, from }: Destinations): string | undefined {
  const asked = inAppPath(returnTo)
  const origin = inAppPath(from)
  const isEntrance = ENTRANCES.some((path) => pathOf(origin) === path)
  if (origin === undefined || isEntrance) return asked
  return asked === undefined || pathOf(origin) === asked ? origin : asked
}

/** The destination after signing in; the directory by default. */
export function afterSignIn(destinations: Destinations): string {
  return returnPath(destinations) ?? HOME
}

const pathOf = (address: string | undefined) => address?.replace(/[?#].*$/s, '')
