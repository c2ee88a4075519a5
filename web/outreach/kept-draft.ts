import { useEffect } from 'react'
import { proxy, subscribe } from 'valtio'
import { wait } from '#sync/client/wait.ts'
import { keepDraft, useDraft } from '#web/lib/hooks/use-draft.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { keptPlaces, type PersonWork } from '#web/replica/first-paint-cache.ts'
import { leftTeams } from '#web/replica/left-teams.ts'
import { actorOf, session, useActor } from '#web/session/session.ts'
import { keepWork, keptWork } from './kept-work.ts'

/** How a form's draft is stored. */
interface Keeping<Draft> {
  /** Whether nothing was written yet: such a form stays open in this tab only. */
  isEmpty(draft: Draft): boolean
  /** The team that it is written for; null for the account's own. */
  teamOf(draft: Draft): string | null
}

/** A stored text that this tab has in its memory. */
interface Held {
  /** The team that it is written for, with which it goes; null for the account's own. */
  team: string | null
  /** Whether it was written here; one that was only read follows what other tabs make of it. */
  isTyped: boolean
}

const held = new Map<PersonWork, Held>()

/**
 * Stores a draft in this tab and on the device, for its form to begin with; undefined deletes it. A text that
 * this tab never had is another tab's: a form that is opened or closed empty leaves it stored.
 */
export function putDraft<Draft extends object>(
  place: PersonWork,
  draft: Draft | undefined,
  { isEmpty, teamOf }: Keeping<Draft>,
): void {
  keepDraft(place, draft)
  if (draft && !isEmpty(draft)) {
    const team = teamOf(draft)
    held.set(place, { team, isTyped: true })
    keepWork(place, draft, team)
  } else if (held.delete(place)) keepWork(place, undefined, null)
}

/**
 * An unfinished text about a person, as `useDraft` holds it, that is also sealed on the device: it outlives a
 * reload, and a tab that a phone ended. What another tab wrote shows with the form, and once the user is back.
 * @returns also whether the stored texts have been read: until then no form may be begun.
 */
export function useKeptDraft<Draft extends object>(
  place: PersonWork,
  keeping: Keeping<Draft>,
): [draft: Draft | undefined, setDraft: (next: Draft | undefined) => void, isKnown: boolean] {
  const [draft] = useDraft<Draft>(place)
  const { id } = useActor()
  const isRead = useProxyValue(memory, ({ readFor }) => readFor === id)
  useEffect(() => {
    if (id === null) return
    const follow = () => void readKept(id, place)
    follow()
    addEventListener('focus', follow)
    return () => removeEventListener('focus', follow)
  }, [id, place])
  return [draft, (next) => putDraft(place, next, keeping), draft !== undefined || isRead]
}

/**
 * The account whose stored drafts are in this tab's memory. All are read at once, so that a form later appears
 * together with its person.
 */
const memory = proxy<{ readFor: string | null }>({ readFor: null })
/** The account for which they were read or are being read. */
let asked: string | null = null

subscribe(session, () => {
  if (actorOf(session.me).id === asked) return
  asked = null
  memory.readFor = null
  held.clear()
})

subscribe(leftTeams, () => {
  for (const [place, { team }] of held) {
    if (!isLeft(team)) continue
    held.delete(place)
    keepDraft(place, undefined)
  }
})

const isLeft = (team: string | null) => team !== null && team in leftTeams.names

/** The longest wait of a form, because the lock of the device's key may be held; a later draft is shown then. */
const READ_MS = 1_000

async function readKept(accountId: string, first: PersonWork): Promise<void> {
  asked = accountId
  await Promise.race([readPlaces(accountId, first), wait(READ_MS)])
  if (asked === accountId) memory.readFor = accountId
}

/** @param first the one that is on screen */
async function readPlaces(accountId: string, first: PersonWork): Promise<void> {
  for (const place of new Set([first, ...(await keptPlaces(accountId)), ...held.keys()])) {
    // E-mails have a dialog of their own, which reads the one that it is for.
    if (place.startsWith('work.message ')) continue
    const before = held.get(place)
    if (before?.isTyped) continue
    const kept = await keptWork(place)
    if (asked !== accountId) return
    // It was typed, closed or read again meanwhile.
    if (held.get(place) !== before) continue
    if (kept && !isLeft(kept.team)) {
      held.set(place, { team: kept.team, isTyped: false })
      keepDraft(place, kept.work)
    } else if (held.delete(place)) keepDraft(place, undefined)
  }
}
