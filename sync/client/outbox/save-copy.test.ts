import { describe, expect, it } from 'vitest'
import type { MutationName } from '#sync/contract/mutations.ts'
import type { ConcurrencyCase } from '#tests/concurrency/case.ts'
import { STEPS } from '#tests/concurrency/steps.ts'
import { CONCURRENCY } from '#tests/concurrency/table.ts'
import { checkMutation } from './check-mutation.ts'
import type { OutboxEntry } from './outbox-store.ts'
import { canCopy, copyOf } from './save-copy.ts'

const ID = crypto.randomUUID()
const PERSON = crypto.randomUUID()
const SOURCE = {
  list: async () => ({ name: 'Texas', description: null }),
  note: async () => 'Theirs',
}

let seq = 0
function entry(name: MutationName, args: object): OutboxEntry {
  seq += 1
  const state = { kind: 'rejected', code: 'gone', message: '' } as const
  return { id: crypto.randomUUID(), seq, name, args, created_at: '', state }
}

const letter = {
  name: 'Hello',
  subject: 'About you',
  body: 'Dear',
  tone: 'formal',
  length: 'short',
  position_type: 'contract',
}

describe('what a rejected mutation held is kept as something new', () => {
  it.each<[MutationName, object, object]>([
    [
      'lists.create',
      { id: ID, name: 'ICU', candidate_ids: [PERSON] },
      { name: 'ICU', candidate_ids: [PERSON] },
    ],
    ['lists.rename', { id: ID, name: 'ICU', previous: 'x' }, { name: 'ICU' }],
    [
      'lists.describe',
      { id: ID, description: 'Nights', previous: null },
      { name: 'Texas', description: 'Nights' },
    ],
    [
      'members.add',
      { list_id: ID, candidate_ids: [PERSON] },
      { name: 'Texas', candidate_ids: [PERSON] },
    ],
    [
      'candidates.note',
      { candidate_id: PERSON, note: 'Mine', previous: 'Old' },
      { note: 'Theirs\n\nMine', previous: 'Theirs' },
    ],
    [
      'searches.create',
      { id: ID, name: 'ICU', search_params: { query: 'x' } },
      { name: 'ICU', search_params: { query: 'x' } },
    ],
    ['templates.create', { id: ID, ...letter }, letter],
    ['templates.update', { id: ID, changes: letter, previous: letter }, letter],
  ])('%s', async (name, args, held) => {
    const rejected = entry(name, args)
    expect(canCopy(rejected)).toBe(true)
    const [copy, ...more] = (await copyOf([rejected], SOURCE)) ?? []
    expect(more).toEqual([])
    expect(copy?.args).toMatchObject(held)
    expect(copy?.args).not.toMatchObject({ id: ID })
    if (copy) checkMutation(copy.name, copy.args)
  })

  it('together with what hung on it', async () => {
    const item = [
      entry('lists.create', { id: ID, name: 'ICU' }),
      entry('lists.rename', { id: ID, name: 'ICU nights', previous: 'ICU' }),
      entry('members.add', { list_id: ID, candidate_ids: [PERSON] }),
    ]
    const [list, ...others] = (await copyOf(item, SOURCE)) ?? []
    const { id } = (list?.args ?? {}) as { id?: string }
    expect(id).not.toBe(ID)
    expect(others.map(({ args }) => args)).toEqual([
      { id, name: 'ICU nights', previous: 'ICU' },
      { list_id: id, candidate_ids: [PERSON] },
    ])
  })

  it('and nothing is made of what held nothing', async () => {
    const removal = entry('lists.delete', { id: ID })
    expect(canCopy(removal)).toBe(false)
    expect(await copyOf([removal], SOURCE)).toBeNull()
  })
})

const PROMISED = Object.values<readonly ConcurrencyCase[]>(CONCURRENCY)
  .flat()
  .filter(([, , , , words]) => words.includes('save a copy'))

it.each(PROMISED)(
  'after %s a device whose %s is refused can save a copy, as promised',
  (_, step) => {
    const { name, args } = STEPS[step]('second')
    expect(canCopy(entry(name, args))).toBe(true)
  },
)

it('a copy of what was a team’s is the account’s own, its dependents too', async () => {
  const owner = 'a team'
  const copies = await copyOf(
    [
      entry('lists.create', { owner, id: ID, name: 'ICU' }),
      entry('members.add', { owner, list_id: ID, candidate_ids: [PERSON] }),
    ],
    SOURCE,
  )
  const [made] = copies ?? []
  const { id } = (made?.args ?? {}) as { id: string }
  expect(id).not.toBe(ID)
  expect(copies?.map(({ args }) => args)).toEqual([
    { id, name: 'ICU' },
    { list_id: id, candidate_ids: [PERSON] },
  ])
})
