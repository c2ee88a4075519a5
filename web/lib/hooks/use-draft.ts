import { useCallback } from 'react'
import { proxy, ref, subscribe } from 'valtio'
import { actorOf, session } from '#web/session/session.ts'
import { useProxyValue } from './use-proxy-value.ts'

const drafts = proxy<Record<string, object>>({})

let accountId = actorOf(session.me).id
subscribe(session, () => {
  const { id } = actorOf(session.me)
  if (id === accountId) return
  accountId = id
  for (const key of Object.keys(drafts)) delete drafts[key]
})

type Next<Draft> = Draft | undefined | ((present: Draft | undefined) => Draft | undefined)

/** Keeps unfinished work under a key for its form to begin with; undefined drops it. */
export function keepDraft(key: string, next: Next<object>): void {
  const draft = typeof next === 'function' ? next(drafts[key]) : next
  if (draft) drafts[key] = ref(draft)
  else delete drafts[key]
}

/**
 * A screen's unfinished work, as `useState` would hold it; it outlives the component, so that the user can look
 * at another person, tab or screen meanwhile. It is in this tab's memory alone, and goes with the session.
 * @param key names the form, and what it is about.
 */
export function useDraft<Draft extends object>(
  key: string,
): [Draft | undefined, (next: Next<Draft>) => void] {
  const draft = useProxyValue(drafts, (all) => all[key]) as Draft | undefined
  const setDraft = useCallback((next: Next<Draft>) => keepDraft(key, next as Next<object>), [key])
  return [draft, setDraft]
}
