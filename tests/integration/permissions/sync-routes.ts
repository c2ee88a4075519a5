import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { CONTRACT_HEADER, USER_HEADER } from '#sync/contract/wire.ts'
import { each, ME, NO_ID, type Row, SIGN_IN, UNKNOWN_USER_ID } from './outcomes.ts'

const REPLICA = { version: CONTRACT_VERSION, user_id: ME }

const A_MUTATION = {
  id: NO_ID,
  name: 'settings.set',
  args: { key: 'theme', value: 'dark' },
  created_at: '2026-01-01T00:00:00.000Z',
}

const AN_EMPTIED_DEVICE = {
  device_id: NO_ID,
  teams: ['a-team-that-nobody-is-in'],
}

/** A device’s mutations, shapes and queries. */
export const SYNC_ROUTES: Record<string, Row[]> = {
  // The outcome of each mutation is in the answer.
  'POST /api/mutations': [
    { json: { ...REPLICA, mutations: [A_MUTATION] }, outcome: each('200', SIGN_IN) },
    {
      json: { ...REPLICA, user_id: UNKNOWN_USER_ID, mutations: [A_MUTATION] },
      outcome: each('401 other_user', SIGN_IN),
    },
  ],
  'POST /api/devices/emptied': [
    { json: { ...REPLICA, ...AN_EMPTIED_DEVICE }, outcome: each('204', SIGN_IN) },
    {
      json: { ...REPLICA, ...AN_EMPTIED_DEVICE, user_id: UNKNOWN_USER_ID },
      outcome: each('401 other_user', SIGN_IN),
    },
  ],
  'GET /api/shapes/:name': [
    {
      path: '/api/shapes/lists?offset=-1',
      headers: { [USER_HEADER]: ME, [CONTRACT_HEADER]: String(CONTRACT_VERSION) },
      outcome: each('200', SIGN_IN),
    },
    {
      path: '/api/shapes/lists?offset=-1',
      headers: { [USER_HEADER]: UNKNOWN_USER_ID, [CONTRACT_HEADER]: String(CONTRACT_VERSION) },
      outcome: each('401 other_user', SIGN_IN),
    },
  ],
  'POST /api/shapes/live': [
    {
      json: { ...REPLICA, shapes: [{ name: 'lists', handle: 'none', offset: '0_0' }] },
      outcome: each('200', SIGN_IN),
    },
    {
      json: {
        ...REPLICA,
        user_id: UNKNOWN_USER_ID,
        shapes: [{ name: 'lists', handle: 'none', offset: '0_0' }],
      },
      outcome: each('401 other_user', SIGN_IN),
    },
  ],
  'POST /api/queries/:name': [
    {
      path: '/api/queries/lists.all',
      json: { ...REPLICA, args: {} },
      outcome: each('200', SIGN_IN),
    },
    {
      path: '/api/queries/lists.all',
      json: { ...REPLICA, user_id: UNKNOWN_USER_ID, args: {} },
      outcome: each('401 other_user', SIGN_IN),
    },
  ],
}
