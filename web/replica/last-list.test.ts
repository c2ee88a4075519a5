import { beforeEach, expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { session } from '#web/session/session.ts'
import { readDraft, storeDraft } from './first-paint-cache.ts'
import { lastList, readLastList, rememberList } from './last-list.ts'

vi.mock('./first-paint-cache.ts', () => ({
  readDraft: vi.fn(),
  storeDraft: vi.fn(async () => true),
}))

const MINE = { owner_id: 'ada', id: 'nights' }
const TEAMS = { owner_id: 'a team', id: 'icu' }

beforeEach(() => {
  session.me = { user: { id: 'ada' } } as Me
  lastList.of = null
  vi.mocked(storeDraft).mockClear()
})

it('is kept once, a team’s so that it goes with the team', () => {
  rememberList(MINE)
  rememberList(MINE)
  rememberList(TEAMS)
  expect(vi.mocked(storeDraft).mock.calls).toEqual([
    ['ada', 'last.list', MINE],
    ['ada', 'last.list', {}, { team: 'a team', work: TEAMS }],
  ])
  expect(lastList.list).toEqual(TEAMS)
})

it('is read where this visit had none, and never that of another account', async () => {
  vi.mocked(readDraft).mockResolvedValueOnce(MINE)
  expect(await readLastList()).toEqual(MINE)
  session.me = { user: { id: 'ben' } } as Me
  vi.mocked(readDraft).mockResolvedValueOnce(undefined)
  expect(await readLastList()).toBeNull()
  expect(vi.mocked(readDraft).mock.calls.map(([id]) => id)).toEqual(['ada', 'ben'])
  session.me = null
  expect(await readLastList()).toBeNull()
})
