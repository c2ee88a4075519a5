import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { Cadence } from '#db/schema/watch-words.ts'
import { passesGate } from '#web/lib/account/show-gate.ts'
import { askForPush } from '#web/lib/push.ts'
import { WATCHING_NEEDS_PLAN, watchError } from '#web/lib/searches/saved-search-messages.ts'
import { mutate } from '#web/replica/replica.ts'
import { teamSearch } from '#web/replica/teams.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { showToast } from '#web/ui/toast-store.ts'

const WATCHED: Record<Cadence, string> = {
  daily: 'When somebody is new, moved, gone or re-verified, a mail a day says so.',
  at_once: 'You are told as soon as somebody is new, moved, gone or re-verified.',
}

const NO_PUSH =
  'This browser shows no notifications of ours, so a mail a day tells you. Allow them, or install the app, to be told at once.'

/** Watches a search, or with no cadence ends the watch. */
export async function setWatch(
  search: Pick<SavedSearchRow, 'id' | 'owner_id' | 'name'>,
  cadence: Cadence | null,
): Promise<void> {
  if (cadence !== null && !passesGate('searches.watch', { plan: WATCHING_NEEDS_PLAN })) return
  const args = { ...teamSearch(search), search_id: search.id, cadence }
  const isSet = await tryChange(() => mutate('watches.set', args), watchError)
  if (!isSet) return
  // Asked for here and nowhere else: after a watch was saved, and by the press that saved it.
  const isPushed = cadence === 'at_once' && (await askForPush()) === 'on'
  if (cadence === 'at_once' && !isPushed) {
    return showToast({ title: `Watching ${search.name}`, description: NO_PUSH, tone: 'ok' })
  }
  showToast(
    cadence === null
      ? { title: 'Not watched any more', description: search.name, tone: 'ok' }
      : { title: `Watching ${search.name}`, description: WATCHED[cadence], tone: 'ok' },
  )
}
