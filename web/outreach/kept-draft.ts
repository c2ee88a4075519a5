import { useEffect } from 'react'
import { proxy, subscribe } from 'valtio'
import { wait } from '#sync/client/wait.ts'
import { keepDraft, useDraft } from '#web/lib/use-draft.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { keptPlaces, type PersonWork } from '#web/replica/first-paint-cache.ts'
import { actorOf, session, useActor } from '#web/session/session.ts'
import { keepWork, keptWork } from './kept-work.ts'

/** How a form's draft is kept. */
interface Keeping<Draft> {
  /** Whether nothing was written yet: the form stays open in this tab, and not beyond it. */
  isEmpty(draft: Draft): boolean
  /** The team that it is written for; null where it is the account's own. */
  teamOf(draft: Draft): string | null
}

/** Keeps a draft for its form to begin with, in this tab and on the device; undefined drops it. */
export function putDraft<Draft extends object>(
  place: PersonWork,
  draft: Draft | undefined,
  { isEmpty, teamOf }: Keeping<Draft>,
): void {
  keepDraft(place, draft)
  const isKept = draft && !isEmpty(draft)
  keepWork(place, isKept ? draft : undefined, isKept ? teamOf(draft) : null)
}

/**
 * What is being written about a person, as `useDraft` holds it, and sealed on the device: it is there after a
 * reload, or where a phone ended the tab.
 * @returns with it, whether it is known what was kept: until then no form may be begun.
 */
export function useKeptDraft<Draft extends object>(
  place: PersonWork,
  keeping: Keeping<Draft>,
): [draft: Draft | undefined, setDraft: (next: Draft | undefined) => void, isKnown: boolean] {
  const [draft] = useDraft<Draft>(place)
  const { id } = useActor()
  const isRead = useProxyValue(memory, ({ readFor }) => readFor === id)
  useEffect(() => {
    if (id !== null) void readKept(id)
  }, [id])
  return [draft, (next) => putDraft(place, next, keeping), draft !== undefined || isRead]
}

/**
 * The account whose kept drafts are in this tab's memory. All are read at once, so that from then on a form
 * is shown with its person, and not a moment later.
 */
const memory = proxy<{ readFor: string | null }>({ readFor: null })
/** The account for which they are read, or are being read. */
let asked: string | null = null

subscribe(session, () => {
  if (actorOf(session.me).id === asked) return
  asked = null
  memory.readFor = null
})

/** A form waits no longer, and what comes later is shown then: the lock of the device's key may be held. */
const READ_MS = 1_000

async function readKept(accountId: string): Promise<void> {
  if (asked === accountId) return
  asked = accountId
  await Promise.race([readPlaces(accountId), wait(READ_MS)])
  if (asked === accountId) memory.readFor = accountId
}

async function readPlaces(accountId: string): Promise<void> {
  for (const place of await keptPlaces(accountId)) {
    // E-mails have a dialog of their own, which reads the one that it is for.
    if (place.startsWith('work.message ')) continue
    const kept = await keptWork(place)
    if (asked !== accountId) return
    keepDraft(place, (typed) => typed ?? kept)
  }
}
