import { useCallback, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'

/**
 * One value of a shared state. The component renders again only when that value changes: of 25 cards,
 * only the one concerned.
 * @param read is pure, and returns a value that compares by identity.
 * @param prerendered the state that the page was prerendered with, where it differs
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
