import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { NOT_OPENED, replicaStore } from './replica.ts'

/**
 * A value of the replica's state in this tab; while a prerendered page is taken over, that of a replica
 * that is not open, however soon a device has answered.
 * @param read as for `useProxyValue`.
 */
export function useReplicaState<Value>(read: (state: typeof replicaStore) => Value): Value {
  return useProxyValue(replicaStore, read, NOT_OPENED)
}
