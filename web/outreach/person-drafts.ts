import { proxy, ref, subscribe } from 'valtio'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { actorOf, session } from '#web/session/session.ts'

/** What is being written about people, by form and person. */
const drafts = proxy<Record<string, object>>({})

let accountId = actorOf(session.me).id
subscribe(session, () => {
  const { id } = actorOf(session.me)
  if (id === accountId) return
  accountId = id
  for (const key of Object.keys(drafts)) delete drafts[key]
})

/**
 * What is being written about a person: as `useState`, and it outlives the component, so that the user can look
 * at another person or turn the tablet. It is in this tab's memory alone, and goes with the session.
 * @param form tells a person's forms apart.
 */
export function usePersonDraft<Draft extends object>(
  form: string,
  personId: string,
): [Draft | undefined, (draft: Draft | undefined) => void] {
  const key = `${form} ${personId}`
  const draft = useProxyValue(drafts, (all) => all[key]) as Draft | undefined
  function setDraft(next: Draft | undefined): void {
    if (next) drafts[key] = ref(next)
    else delete drafts[key]
  }
  return [draft, setDraft]
}
