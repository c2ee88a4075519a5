import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NOT_STORABLE } from '#db/schema/storable.ts'
import { AppError } from '#sync/contract/errors.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { EVERYTHING, pushAs, wireMutation } from '#tests/support/push.ts'
import { applied, rejected } from '#tests/support/results.ts'
import { push } from './executor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 20 })
})
afterAll(() => app.close())
const NOBODY = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

it('what a rejected mutation wrote before it failed is undone', async () => {
  // The use is counted at the end of the mutation.
  const id = crypto.randomUUID()
  const { results } = await push(
    app.sql,
    'free',
    [wireMutation('lists.create', { id, name: 'A' })],
    {
      ...EVERYTHING,
      async count() {
        throw new AppError('demo_restricted', 'Used up.')
      },
    },
  )
  expect(results).toEqual([rejected('demo_restricted')])
  expect(await app.sql`select 1 from lists where id = ${id}`).toHaveLength(0)
})

describe('a mutation that cannot be is rejected by itself', () => {
  const id = NOBODY
  it.each([
    ['an unknown name', { name: 'lists.explode', args: { id } }],
    ['a name of every object', { name: 'constructor', args: { id } }],
    ['no args', { name: 'lists.create', args: null }],
    ['a blank name', { name: 'lists.create', args: { id, name: '  ' } }],
    ['a NUL', { name: 'lists.create', args: { id, name: 'a\u0000b' } }],
    ['half a character', { name: 'lists.create', args: { id, name: 'a\ud800' } }],
    ['an id that is none', { name: 'lists.delete', args: { id: "' or true" } }],
    [
      '501 people',
      { name: 'members.add', args: { list_id: id, candidate_ids: Array(501).fill(id) } },
    ],
    ['an unknown setting', { name: 'settings.set', args: { key: 'role', value: 'admin' } }],
    [
      'a name of its owner over 100 characters',
      { name: 'settings.set', args: { key: 'profile.name', value: 'x'.repeat(101) } },
    ],
    [
      'a NUL deep in a saved search',
      { name: 'searches.create', args: { id, name: 'A', search_params: { title: ['x\u0000'] } } },
    ],
  ])('%s', async (_what, mutation) => {
    const list = crypto.randomUUID()
    const odd = { id: crypto.randomUUID(), created_at: new Date().toISOString(), ...mutation }
    const good = wireMutation('lists.create', { id: list, name: 'Good' })
    expect(await pushAs(app, 'subscriber', odd, good)).toEqual([
      rejected('invalid_input'),
      applied('lists'),
    ])
  })

  it('a note about a person who is not in the directory', async () => {
    const note = { candidate_id: NOBODY, note: 'Call in May', previous: null }
    expect(await pushAs(app, 'subscriber', wireMutation('candidates.note', note))).toEqual([
      rejected('gone'),
    ])
  })
})

it.each(['a\u0000b', '\ud800'])(
  'an owner that cannot be stored is no team, and is not looked up: %j',
  async (owner) => {
    const checkInTeam = vi.fn()
    const create = wireMutation('lists.create', { owner, id: NOBODY, name: 'A' })
    const { results } = await push(app.sql, 'free', [create], { ...EVERYTHING, checkInTeam })
    const refusal = { code: 'invalid_input', message: NOT_STORABLE }
    expect(results).toEqual([{ id: create.id, status: 'rejected', ...refusal }])
    expect(checkInTeam).not.toHaveBeenCalled()
  },
)

/** The code of a value that the driver cannot send: Node's, as those of a network that is away. */
const NODES_OWN = { code: 'ERR_INVALID_ARG_TYPE' }

/** Fails at the end of the mutation, as PostgreSQL would with this code. */
const failing = (code: string) => ({
  ...EVERYTHING,
  async count() {
    await app.sql.unsafe(`do $$ begin raise exception using errcode = '${code}'; end $$`)
  },
})

it.each(['40P01', '40001', '57P01', '53300', '23503'])(
  'what passes is no answer, and leaves nothing: %s',
  async (code) => {
    const create = wireMutation('lists.create', { id: crypto.randomUUID(), name: 'A' })
    await expect(push(app.sql, 'free', [create], failing(code))).rejects.toMatchObject({
      code: 'sync_unavailable',
    })
    expect(await app.sql`select 1 from mutation_results where id = ${create.id}`).toHaveLength(0)
    expect(await app.sql`select 1 from lists where owner_id = 'free'`).toHaveLength(0)
  },
)

it.each(['22P05', '23514'])(
  'what no row can ever hold is rejected, and holds up nothing behind it: %s',
  async (code) => {
    const create = wireMutation('lists.create', { id: crypto.randomUUID(), name: 'A' })
    const { results } = await push(app.sql, 'free', [create], failing(code))
    expect(results).toEqual([rejected('invalid_input')])
    expect(await app.sql`select 1 from lists where owner_id = 'free'`).toHaveLength(0)
  },
)

it.each([
  ['a plain one', () => new TypeError('undefined is not a function')],
  ['one with a code', () => Object.assign(new TypeError('is not a function'), NODES_OWN)],
])(
  'a fault that nobody foresaw is rejected and told of, and holds up nothing behind it: %s',
  async (_what, fault) => {
    const [id, behind] = [crypto.randomUUID(), crypto.randomUUID()]
    const poison = wireMutation('lists.create', { id, name: 'Poison' })
    const good = wireMutation('lists.create', { id: behind, name: 'Good' })
    const faults: unknown[] = []
    let uses = 0
    const permission = {
      ...EVERYTHING,
      async count() {
        uses += 1
        if (uses === 1) throw fault()
      },
    }
    const again = () =>
      push(app.sql, 'free', [poison, good], permission, { onFault: (fault) => faults.push(fault) })
    const { results } = await again()
    expect(results).toEqual([rejected('internal_error'), applied('lists')])
    expect(JSON.stringify(results)).not.toContain('not a function')
    expect(faults).toEqual([expect.any(TypeError)])
    const left = await app.sql`select id from lists where owner_id = 'free'`
    expect([...left]).toEqual([{ id: behind }])
    expect((await again()).results).toEqual([rejected('internal_error'), applied('lists')])
    expect(faults).toHaveLength(1)
    await app.sql`delete from lists where owner_id = 'free'`
  },
)
