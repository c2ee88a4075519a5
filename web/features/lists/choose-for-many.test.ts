import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SyncStatus } from '#sync/client/status.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { MemberWork } from '#sync/contract/list-queries.ts'
import { mutate, replicaStore } from '#web/replica/replica.ts'
import { setTeamRows } from '#web/replica/teams.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { assignMany, stageMany } from './choose-for-many.ts'

const { query } = vi.hoisted(() => ({ query: vi.fn() }))
vi.mock('#web/replica/replica.ts', async () => {
  const { proxy } = await import('valtio')
  return {
    mutate: vi.fn(),
    openedReplica: async () => ({ query }),
    replicaStore: proxy({ status: null }),
  }
})
vi.mock('#web/session/session.ts', () => ({
  session: { me: null },
  actorOf: () => ({ id: 'me' }),
  useActor: vi.fn(),
}))

const OWN = { id: 'a list', owner_id: 'me' }
const TEAMS = { id: 'a list', owner_id: 'team' }
const FAULT = new AppError('internal_error', 'The disk is full.')

/** The people on the list; whoever is named and not among them was taken off meanwhile. */
let members: MemberWork[]
const person = (candidate_id: string, work: Partial<MemberWork> = {}): MemberWork => ({
  candidate_id,
  stage: null,
  assigned_to: null,
  ...work,
})
const ids = () => members.map(({ candidate_id }) => candidate_id)

interface Sent {
  name: string
  args: {
    stage?: string | null
    assignee?: string | null
    people: {
      candidate_id: string
      activity_id: string
      previous: string | null
      undoes?: string
    }[]
  }
}
const setStatus = (status: Partial<SyncStatus>) => {
  replicaStore.status = status as SyncStatus
}
const sent = () =>
  vi.mocked(mutate).mock.calls.map(([name, args]) => ({ name, args }) as unknown as Sent)

beforeEach(() => {
  toastStore.current = null
  setStatus({ state: 'live', isComplete: true })
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
  query
    .mockReset()
    .mockImplementation(async (_, { candidate_ids }: { candidate_ids: string[] }) =>
      members.filter(({ candidate_id }) => candidate_ids.includes(candidate_id)),
    )
  setTeamRows({
    teams: [],
    roster: [{ team_id: 'team', user_id: 'ana', display_name: 'Ana', ended_at: null }] as never,
  })
})

async function undo(): Promise<Sent[]> {
  vi.mocked(mutate).mockClear()
  expect(toastStore.current).toMatchObject({ durationMs: 10_000, action: { label: 'Undo' } })
  toastStore.current?.action?.onPress()
  await vi.waitFor(() => expect(mutate).toHaveBeenCalled())
  await Promise.resolve()
  return sent()
}

describe('one stage for many people', () => {
  it('is set of each as the device has them, and undone to what each had', async () => {
    members = [person('ann', { stage: 'contacted' }), person('bo'), person('cy')]
    await stageMany(OWN, [...ids(), 'gone'], 'offered')
    expect(toastStore.current).toMatchObject({ title: '3 people: Offered', tone: 'ok' })
    const [done, ...more] = sent()
    expect(more).toEqual([])
    expect(done).toMatchObject({
      name: 'members.stage_many',
      args: {
        list_id: 'a list',
        stage: 'offered',
        people: members.map(({ candidate_id, stage }) => ({ candidate_id, previous: stage })),
      },
    })
    const steps = done?.args.people.map(({ activity_id }) => activity_id)
    expect(
      (await undo()).map(({ args }) => [
        args.stage,
        args.people.map(({ candidate_id, previous, undoes }) => [candidate_id, previous, undoes]),
      ]),
    ).toEqual([
      ['contacted', [['ann', 'offered', steps?.[0]]]],
      [
        null,
        [
          ['bo', 'offered', steps?.[1]],
          ['cy', 'offered', steps?.[2]],
        ],
      ],
    ])
  })

  it('is sent in parts of 500, there and back', async () => {
    members = Array.from({ length: 501 }, (_, index) => person(`person ${index}`))
    await stageMany(OWN, ids(), 'offered')
    expect(sent().map(({ args }) => args.people.length)).toEqual([500, 1])
    expect(toastStore.current?.title).toBe('501 people: Offered')
    await undo()
    await vi.waitFor(() => expect(sent().map(({ args }) => args.people.length)).toEqual([500, 1]))
  })

  it('says of how many it was so before', async () => {
    members = [person('ann', { stage: 'offered' }), person('bo')]
    await stageMany(OWN, ids(), 'offered')
    expect(toastStore.current).toMatchObject({
      title: '1 person: Offered',
      description: '1 had that already.',
    })
    expect(sent()[0]?.args.people.map(({ candidate_id }) => candidate_id)).toEqual(['bo'])
  })

  it('changes nothing where all have it', async () => {
    members = [person('ann'), person('bo')]
    await stageMany(OWN, ids(), null)
    expect(mutate).not.toHaveBeenCalled()
    expect(toastStore.current).toMatchObject({
      title: 'Nothing to change',
      description: '2 had that already.',
    })
    expect(toastStore.current).not.toHaveProperty('action')
  })

  it('half way, says how many have it, and those can be given back', async () => {
    members = Array.from({ length: 501 }, (_, index) => person(`person ${index}`))
    vi.mocked(mutate).mockResolvedValueOnce({ id: 'mutation' }).mockRejectedValueOnce(FAULT)
    await stageMany(OWN, ids(), 'offered')
    expect(toastStore.current).toMatchObject({
      title: 'The stages were not changed',
      description: '500 of 501 were changed.',
      tone: 'danger',
    })
    expect((await undo()).map(({ args }) => args.people.length)).toEqual([500])
  })

  it('says why it was refused', async () => {
    members = [person('ann')]
    vi.mocked(mutate).mockRejectedValueOnce(FAULT)
    await stageMany(OWN, ids(), 'offered')
    expect(toastStore.current).toMatchObject({
      title: 'The stages were not changed',
      description: 'The disk is full.',
    })
    expect(toastStore.current).not.toHaveProperty('action')
  })
})

describe('one assignee for many people', () => {
  it.each([
    ['me', '2 people assigned to you'],
    ['ana', '2 people assigned to Ana'],
  ])('%s', async (assignee, title) => {
    members = [person('bo'), person('cy', { assigned_to: 'zed' })]
    await assignMany(TEAMS, ids(), assignee, true)
    expect(toastStore.current?.title).toBe(title)
    expect(sent()).toMatchObject([
      { name: 'members.assign_many', args: { owner: 'team', list_id: 'a list', assignee } },
    ])
    expect((await undo()).map(({ args }) => args.assignee)).toEqual([null, 'zed'])
  })

  it('none, for a recruiter: those of others stay theirs', async () => {
    members = [person('ann', { assigned_to: 'me' }), person('bo', { assigned_to: 'ana' })]
    await assignMany(TEAMS, ids(), null, false)
    expect(toastStore.current).toMatchObject({
      title: '1 person: not assigned',
      description: '1 is another member’s.',
    })
    expect(sent()[0]?.args.people.map(({ candidate_id }) => candidate_id)).toEqual(['ann'])
  })
})

describe('on a device in its first sync', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    setStatus({ state: 'first_sync', isComplete: false })
    members = [person('ann')]
  })
  afterEach(() => void vi.useRealTimers())

  it('people are read once all rows are here', async () => {
    const done = stageMany(OWN, ['ann', 'bo'], 'offered')
    await vi.advanceTimersByTimeAsync(2_900)
    expect(query).not.toHaveBeenCalled()
    members.push(person('bo'))
    setStatus({ state: 'live', isComplete: true })
    await done
    expect(toastStore.current).toMatchObject({ title: '2 people: Offered', tone: 'ok' })
  })

  it.each([
    ['when it has no network', { state: 'offline', isComplete: false }, 0],
    ['after three seconds', { state: 'first_sync', isComplete: false }, 3_000],
  ] as const)('none are changed %s, where some are not here yet', async (_, status, ms) => {
    setStatus(status)
    const done = stageMany(OWN, ['ann', 'bo'], 'offered')
    await vi.advanceTimersByTimeAsync(ms)
    await done
    expect(mutate).not.toHaveBeenCalled()
    expect(toastStore.current).toMatchObject({
      title: 'The stages were not changed',
      description:
        'Some of these people are not on this device yet. Try again once they have arrived.',
      tone: 'danger',
    })
    members.push(person('bo'))
    const again = assignMany(TEAMS, ['ann', 'bo'], 'me', true)
    await vi.advanceTimersByTimeAsync(ms)
    await again
    expect(toastStore.current?.title).toBe('2 people assigned to you')
  })
})
