import { useCallback, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'

/**
 * One value out of a shared state. The component renders again only when that value changes, so
 * that of 25 cards the one concerned renders and no other.
 * @param read is pure, and answers with a value that compares by identity.
 * @param prerendered the state that a page was rendered with ahead of any visit, where it differs
 */
export function useProxyValue<State extends object, Value>(
  state: State,
  read: (state: State) => Value,
  prerendered: State = state,
): Value {
  const listen = useCallback((notify: () => void) => subscribe(state, notify, true), [state])
  return useSyncExternalStore(
    listen,
    () => read(state),
    () => read(prerendered),
  )
}
