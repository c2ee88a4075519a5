import { useEffect } from 'react'
import { proxy, ref, subscribe } from 'valtio'
import type { EmailDraft, EmailDraftRequest } from '#api/contract/email-draft.ts'
import { isRecord } from '#web/lib/api-client.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { readDraft, storeDraft } from '#web/replica/first-paint-cache.ts'
import { leftTeams } from '#web/replica/left-teams.ts'
import { actorOf, session } from '#web/session/session.ts'

/** The draft on /email. */
export interface Draft
  extends Pick<
    EmailDraftRequest,
    'jobTitle' | 'jobDescription' | 'tone' | 'length' | 'positionType'
  > {
  /** Null while it is the one in the settings. */
  signature: string | null
  /** Generated or loaded, then edited; null before the first. */
  email: EmailDraft | null
  /** The team whose template the e-mail began with: it goes with the team. */
  team: string | null
}

export const EMPTY_DRAFT: Draft = {
  jobTitle: '',
  jobDescription: '',
  tone: 'professional',
  length: 'medium',
  positionType: 'full-time',
  signature: null,
  email: null,
  team: null,
}

const store = proxy<{ userId: string | null; draft: Draft; isKept: boolean }>({
  userId: null,
  draft: ref(EMPTY_DRAFT),
  isKept: false,
})

/** What was changed in this tab and is not stored. */
let unsaved: Partial<Draft> = {}
let lastWrite = Promise.resolve()

subscribe(session, followUser)
followUser()
subscribe(leftTeams, () => {
  const { team } = store.draft
  if (team !== null && team in leftTeams.names) changeDraft({ email: null, team: null })
})

/**
 * The signed-in user's draft. It is stored encrypted on the device until sign-out, so that it survives a
 * reload; `isKept` once all of it is stored. What another tab made of it shows once the user is back here.
 */
export function useEmailDraft(): { draft: Draft; isKept: boolean } {
  useEffect(() => {
    const follow = () => void restore(store.userId)
    follow()
    addEventListener('focus', follow)
    return () => removeEventListener('focus', follow)
  }, [])
  const draft = useProxyValue(store, (state) => state.draft)
  const isKept = useProxyValue(store, (state) => state.isKept)
  return { draft, isKept }
}

/** The draft as it is now. */
export function currentDraft(): Draft {
  return store.draft
}

/** Whether all of the draft is stored on the device. */
export function isDraftKept(): boolean {
  return store.isKept
}

/** Changes the draft, and stores it. */
export function changeDraft(patch: Partial<Draft>): void {
  store.draft = ref({ ...store.draft, ...patch })
  store.isKept = false
  unsaved = { ...unsaved, ...patch }
  // A write that failed leaves `isKept` false; the next change writes all that is unsaved.
  lastWrite = lastWrite.then(write).catch(() => undefined)
}

/**
 * Once the settings hold the draft's signature it is theirs again: a change on another device shows.
 * @param kept the one in the settings; undefined until it is known.
 */
export function releaseSignature({ signature }: Draft, kept: string | undefined): void {
  if (signature !== null && signature === kept) changeDraft({ signature: null })
}

/** When another user signs in, or the user signs out, the former user's draft goes. */
function followUser(): void {
  const { id } = actorOf(session.me)
  if (id === store.userId) return
  store.userId = id
  store.draft = ref(EMPTY_DRAFT)
  store.isKept = false
  unsaved = {}
  void restore(id)
}

/** Shows the stored draft, unless changes of this tab are still to be stored. */
async function restore(userId: string | null): Promise<void> {
  if (userId === null || hasUnsaved()) return
  const kept = await readDraft(userId, 'work.email')
  if (store.userId === userId && !hasUnsaved() && isRecord(kept)) showKept(draftOf(kept))
}

/** Lays the changes over the stored draft: another tab may have stored its own since this one read it. */
async function write(): Promise<void> {
  const { userId } = store
  if (userId === null || !hasUnsaved()) return
  const kept = await readDraft(userId, 'work.email')
  if (store.userId !== userId) return
  const written = unsaved
  const draft = draftOf({ ...kept, ...written })
  const { team, email, ...own } = draft
  const ofTeam = team === null ? undefined : { team, work: { team, email } }
  const isWritten = await storeDraft(userId, 'work.email', ofTeam ? own : draft, ofTeam)
  if (!isWritten || unsaved !== written || store.userId !== userId) return
  unsaved = {}
  showKept(draft)
}

// A declaration, as it is needed while this module is loaded.
function hasUnsaved(): boolean {
  return Object.keys(unsaved).length > 0
}

function showKept(draft: Draft): void {
  if (JSON.stringify(draft) !== JSON.stringify(store.draft)) store.draft = ref(draft)
  store.isKept = true
}

/** A whole draft, without what is of a team that was left. */
function draftOf(kept: Partial<Draft>): Draft {
  const draft = { ...EMPTY_DRAFT, ...kept }
  const isLeft = draft.team !== null && draft.team in leftTeams.names
  return isLeft ? { ...draft, email: null, team: null } : draft
}
