import { inAppPath } from '../../../sync/contract/in-app-path.ts'

/** Where to go without any better idea; it leads on to the search. */
const HOME = '/directory'

/** After signing in: what the address asks for, else where one came from, else the directory. */
export function afterSignIn({ returnTo, from }: { returnTo: unknown; from: unknown }): string {
  return inAppPath(returnTo) ?? inAppPath(from) ?? HOME
}
