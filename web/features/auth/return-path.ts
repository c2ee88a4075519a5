import { inAppPath } from '#sync/contract/in-app-path.ts'

/** Where to go without any better idea; it leads on to the search. */
const HOME = '/directory'

/** Screens that lead to an account; nobody who has one is on the way back to them. */
const ENTRANCES = ['/login', '/signup', '/check-email-confirmation']

interface Destinations {
  /** What the address asks for. */
  returnTo: unknown
  /** Where somebody came from, or wanted to be. */
  from: unknown
}

/**
 * Where somebody is on the way to while they log in or sign up: what the address asks for, else where
 * they came from. The latter also where both are one page: it says what was chosen on it.
 */
export function returnPath({ returnTo, from }: Destinations): string | undefined {
  const asked = inAppPath(returnTo)
  const origin = inAppPath(from)
  const isEntrance = ENTRANCES.some((path) => pathOf(origin) === path)
  if (origin === undefined || isEntrance) return asked
  return asked === undefined || pathOf(origin) === asked ? origin : asked
}

/** After signing in: where somebody is on the way to, else the directory. */
export function afterSignIn(destinations: Destinations): string {
  return returnPath(destinations) ?? HOME
}

const pathOf = (address: string | undefined) => address?.replace(/[?#].*$/s, '')
