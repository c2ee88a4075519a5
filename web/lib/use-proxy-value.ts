import { useCallback, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'

/**
 * One value out of a shared state. The component renders again only when that value changes, so
 * that of 25 cards the one concerned renders and no other.
 * @param read is pure, and answers with a value that compares by identity.
 */
export function useProxyValue<State extends object, Value>(
  state: State,
  read: (state: State) => Value,
): Value {
  const listen = useCallback((notify: () => void) => subscribe(state, notify, true), [state])
  const current = () => read(state)
  return useSyncExternalStore(listen, current, current)
}
