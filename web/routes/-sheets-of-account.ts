import { subscribe } from 'valtio'
import { actorOf, session } from '#web/session/session.ts'

/**
 * Closes what is open over the screen when its account is gone: the next one must not write what another
 * began, or answer for it. The code that does is loaded then, for most pages never need it.
 * @returns the function that ends it.
 */
export function closeSheetsWithAccount(): () => void {
  let { id } = actorOf(session.me)
  return subscribe(session, () => {
    const before = id
    id = actorOf(session.me).id
    if (before !== null && before !== id) void import('./-sheets.ts').then((it) => it.closeSheets())
  })
}
