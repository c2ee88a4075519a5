import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StatusBoard } from '#sync/client/status.ts'
import { replicaStore } from './replica.ts'
import { useReplicaState } from './use-replica-state.ts'

function State() {
  return useReplicaState(({ status }) => status?.state ?? 'not opened')
}

it('is that of a page which was prerendered, while React takes it over from a device that has answered', () => {
  replicaStore.status = new StatusBoard().status
  expect(renderToString(<State />)).toBe('not opened')
  replicaStore.status = null
})
