import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { TEAMS_MAX } from '#db/schema/teams.ts'
import { AppError } from '#sync/contract/errors.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { SHAPE_NAMES, type ShapeName } from '#sync/contract/shapes.ts'
import {
  CONTRACT_HEADER,
  type LivePosition,
  PUSH_VERSION_MIN,
  USER_HEADER,
} from '#sync/contract/wire.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { pushAs, wireMutation } from '#tests/support/push.ts'
import { newAddress, removalCalls } from '#tests/support/removals.ts'
import { changesIn, liveBody, named, shapeCalls } from '#tests/support/shape-calls.ts'
import { soon } from '#tests/support/soon.ts'
import { teamOf } from '#tests/support/teams.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 20, hasShapes: true })
})
afterAll(() => app.close())

const [ZENOBIA = ''] = KNOWN_PEOPLE.map(({ id }) => id)
const { read, positionOf } = shapeCalls(() => app)

describe('LISTS-11 SAVED-12 EMAIL-15 a shape holds the rows of one account', () => {
  beforeAll(async () => {
    const id = crypto.randomUUID()
    for (const role of ['subscriber', 'admin'] as const) {
      await pushAs(
        app,
        role,
        wireMutation('lists.create', { id, name: `of ${role}`, candidate_ids: [ZENOBIA] }),
        wireMutation('settings.set', { key: 'theme', value: 'dark' }),
      )
    }
  })

  it.each(['lists', 'list_members', 'user_settings'] as const)('%s', async (name) => {
    for (const role of ['subscriber', 'admin'] as const) {
      const response = await read(name, 'offset=-1', role)
      const owners = changesIn(await response.text()).map(({ value }) => value?.owner_id)
      expect(owners).toEqual([role])
    }
  })

  it('whatever else is asked for', async () => {
    const wishes = {
      table: 'candidate_contacts',
      columns: 'value',
      where: 'true',
      'params[1]': 'admin',
      subset__where: 'true',
      subset__limit: '10',
      replica: 'full',
      secret: 'x',
      log: 'full',
    }
    const query = new URLSearchParams({ offset: '-1', ...wishes }).toString()
    const rows = changesIn(await (await read('lists', query)).text())
    expect(rows.map(({ value }) => value?.owner_id)).toEqual(['subscriber'])
  })

  it('also by the handle of another’s', async () => {
    const theirs = await read('lists', 'offset=-1', 'admin')
    const handle = theirs.headers.get('electric-handle') ?? ''
    const offset = theirs.headers.get('electric-offset') ?? ''
    const response = await read('lists', `offset=${offset}&handle=${handle}`)
    expect(response.status).toBe(409)
    expect(await response.text()).not.toContain('of admin')
  })
})

describe('what was erased is in no shape any more', () => {
  const ownRows = (name: ShapeName, position: string) => read(name, position)

  /** All that a new device is sent. */
  async function textOf(name: ShapeName, ask = ownRows): Promise<string> {
    let text = ''
    let position = 'offset=-1'
    for (;;) {
      const response = await ask(name, position)
      text += await response.text()
      const { headers } = response
      if (headers.has('electric-up-to-date') || response.status !== 200) return text
      const [handle, offset] = [headers.get('electric-handle'), headers.get('electric-offset')]
      position = `handle=${handle}&offset=${offset}`
    }
  }

  it('words that were redacted', async () => {
    const id = crypto.randomUUID()
    const words = 'Wants 240k, do not tell'
    await pushAs(
      app,
      'subscriber',
      wireMutation('activities.add', { id, candidate_id: ZENOBIA, kind: 'note', words }),
    )
    expect(await textOf('activities')).toContain(words)
    await pushAs(app, 'subscriber', wireMutation('activities.redact', { id }))
    await soon(async () => expect(await textOf('activities')).not.toContain(words))
    expect(await textOf('activities')).toContain(id)
  })

  it.each(['activities.redact', 'activities.reopen'] as const)(
    'words of an outcome, and their copy in a mark that was lifted since: %s',
    async (name) => {
      const touch = { id: crypto.randomUUID(), candidate_id: ZENOBIA }
      const outcome = 'asked_to_stop'
      const words = `Lawyer will write, ${name}`
      const { id, candidate_id } = touch
      await pushAs(
        app,
        'subscriber',
        wireMutation('activities.add', { ...touch, kind: 'call' }),
        wireMutation('activities.complete', { id, outcome, words }),
      )
      await soon(async () => expect(await textOf('do_not_contact')).toContain(words))
      expect(await textOf('activities')).toContain(words)
      const lift = { id: crypto.randomUUID(), candidate_id, mark_id: id }
      const undo =
        name === 'activities.redact'
          ? wireMutation(name, { id })
          : wireMutation(name, { id, outcome, words: null })
      const results = await pushAs(app, 'subscriber', wireMutation('people.resume', lift), undo)
      expect(results.map(({ status }) => status)).toEqual(['applied', 'applied'])
      await soon(async () => expect(await textOf('do_not_contact')).not.toContain(words))
      await soon(async () => expect(await textOf('activities')).not.toContain(words))
    },
  )

  it('a list that was moved out of a team, for the team alone', async () => {
    const owner = await teamOf(app.sql, { id: 'subscriber' })
    const headers = {
      ...(await app.asUser('subscriber@clinidex.test')),
      ...named('subscriber'),
    }
    const teamRows = (name: ShapeName, position: string) =>
      app.request(`/api/shapes/${name}?owner=${owner}&${position}`, { as: 'session', headers })
    const id = crypto.randomUUID()
    const list = { owner, id, name: 'Leaves the team', candidate_ids: [ZENOBIA] }
    await pushAs(app, 'subscriber', wireMutation('lists.create', list))
    await soon(async () => expect(await textOf('lists', teamRows)).toContain(list.name))
    const { handle } = await positionOf('lists')
    await pushAs(app, 'subscriber', wireMutation('lists.move', { owner, id }))
    await soon(async () => expect(await textOf('lists', teamRows)).not.toContain(list.name))
    await soon(async () => expect(await textOf('list_members', teamRows)).not.toContain(id))
    expect(await textOf('lists')).toContain(list.name)
    expect((await positionOf('lists')).handle).toBe(handle)
  })

  it('REMOVAL-08 the card of a removed person', async () => {
    const { tokenFor, person, confirm } = removalCalls(() => app)
    const email = newAddress()
    const candidate_id = await person(email)
    const list = { id: crypto.randomUUID(), name: 'Of the removed' }
    await pushAs(
      app,
      'subscriber',
      wireMutation('lists.create', { ...list, candidate_ids: [candidate_id] }),
    )
    await soon(async () => expect(await textOf('list_members')).toContain('Removable'))
    expect((await confirm(await tokenFor(email))).status).toBe(204)
    await soon(async () => expect(await textOf('list_members')).not.toContain('Removable'))
  })

  it('REMOVAL-08 the card of a person who was put on a list while the removal ran', async () => {
    const { tokenFor, person, confirm } = removalCalls(() => app)
    const email = newAddress()
    const candidate_id = await person(email)
    const list = { id: crypto.randomUUID(), name: 'Too late' }
    await pushAs(app, 'subscriber', wireMutation('lists.create', list))
    await soon(async () => expect(await textOf('lists')).toContain(list.name))
    await textOf('list_members')
    const token = await tokenFor(email)
    const removed = await app.sql.begin(async (tx) => {
      await tx`
        insert into list_members (owner_id, list_id, candidate_id, added_at)
        values ('subscriber', ${list.id}, ${candidate_id}, now())`
      const [{ pid } = { pid: 0 }] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      const removing = confirm(token)
      await soon(async () => {
        const waiting = await app.sql`
          select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`
        expect(waiting).toHaveLength(1)
      })
      return { removing }
    })
    expect((await removed.removing).status).toBe(204)
    await soon(async () => expect(await textOf('list_members')).not.toContain(candidate_id))
  })
})

describe('a shape’s answer', () => {
  it('is for the browser alone, and only for its account', async () => {
    const { headers } = await read('lists')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('vary')).toContain('Cookie')
    expect(headers.get('content-encoding')).toBeNull()
    expect(headers.get('etag')).toBeNull()
    expect(headers.get('electric-handle')).not.toBeNull()
    expect(headers.get('electric-schema')).not.toBeNull()
  })

  it('is kept by nobody, whatever it is, though the shape server lets its own be kept', async () => {
    const { handle } = await positionOf('lists')
    const answers = [
      await read('lists'),
      await read('lists', `offset=0_0&handle=${handle}`),
      await read('lists', 'offset=0_0&handle=1-1'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409])
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
  })

  it('comes with its length where it is short', async () => {
    const { handle } = await positionOf('watches')
    for (const query of ['offset=-1', `offset=0_0&handle=${handle}`]) {
      const response = await read('watches', query)
      expect(response.headers.get('content-encoding')).toBeNull()
      const text = await response.text()
      expect(JSON.parse(text)).toHaveLength(1)
      expect(response.headers.get('content-length')).toBe(String(text.length))
    }
  })

  it('carries no generated column', async () => {
    const [row] = changesIn(await (await read('list_members')).text())
    expect(Object.keys(row?.value ?? {}).sort()).toEqual([
      'added_at',
      'assigned_at',
      'assigned_to',
      'candidate_id',
      'card',
      'created_by',
      'list_id',
      'owner_id',
      'removed_at',
      'stage',
      'stage_at',
      'stage_by',
    ])
  })
})

describe('who asks for whom', () => {
  const body = liveBody([{ name: 'lists', handle: 'h', offset: '0_0' }], 'admin')
  const mutations = [wireMutation('settings.set', { key: 'theme', value: 'dark' })]
  const calls: [string, (version: number, user: string) => Promise<Response>][] = [
    [
      'a shape',
      (version, user) =>
        app.request('/api/shapes/lists?offset=-1', {
          headers: { [USER_HEADER]: user, [CONTRACT_HEADER]: String(version) },
        }),
    ],
    [
      'live',
      (version, user_id) =>
        app.request('/api/shapes/live', { json: { ...body, version, user_id } }),
    ],
    [
      'a push',
      (version, user_id) =>
        app.request('/api/mutations', { json: { version, user_id, mutations } }),
    ],
    [
      'a query',
      (version, user_id) =>
        app.request('/api/queries/lists.all', { json: { version, user_id, args: {} } }),
    ],
  ]
  it.each(calls)('%s of another user’s replica is refused', async (_what, call) => {
    const response = await call(CONTRACT_VERSION, 'admin')
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: 'other_user' } })
  })

  it.each(calls)('%s of a build too old is told to update', async (what, call) => {
    const oldest = what === 'a push' ? PUSH_VERSION_MIN : CONTRACT_VERSION
    const response = await call(oldest - 1, 'subscriber')
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ error: { code: 'client_too_old' } })
  })

  it('a push of the build before is taken, so that its edits do not wait for an update', async () => {
    const id = crypto.randomUUID()
    const mutations = [wireMutation('lists.create', { id, name: 'Made before the update' })]
    const json = { version: CONTRACT_VERSION - 1, user_id: 'subscriber', mutations }
    const response = await app.request('/api/mutations', { json })
    expect(await response.json()).toMatchObject({ results: [{ status: 'applied' }] })
    expect(await app.sql`select name from lists where id = ${id}`).toEqual([
      { name: 'Made before the update' },
    ])
  })

  it.each(calls)('%s of a build newer than the server waits for it', async (_what, call) => {
    const response = await call(CONTRACT_VERSION + 1, 'subscriber')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'sync_unavailable' } })
  })

  it('an owner that cannot be one is refused as invalid input', async () => {
    for (const owner of ['', '\u0000', 'x'.repeat(101)]) {
      const query = new URLSearchParams({ offset: '-1', owner }).toString()
      expect((await read('lists', query)).status).toBe(400)
      const json = liveBody([{ name: 'lists', owner, handle: 'h', offset: '0_0' }])
      expect((await app.request('/api/shapes/live', { json })).status).toBe(400)
    }
  })

  it('as many positions as a device has are taken, one more is refused as invalid input', async () => {
    const position = { name: 'lists' as const, handle: '1-1', offset: '0_0' }
    const most = Array.from({ length: SHAPE_NAMES.length * (1 + TEAMS_MAX) }, () => position)
    const ask = (shapes: LivePosition[]) =>
      app.request('/api/shapes/live', { json: liveBody(shapes) })
    expect((await ask(most)).status).toBe(200)
    const refused = await ask([...most, position])
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code: 'invalid_input' } })
  })

  it('a shape that is none is refused as invalid input', async () => {
    for (const name of ['candidates', 'candidate_contacts', 'constructor', 'lists%00']) {
      expect((await read(name)).status).toBe(400)
    }
  })
})

describe('while the shape server is away', () => {
  beforeEach(() => {
    vi.spyOn(app.parts.shapes, 'shape').mockRejectedValue(new TypeError('fetch failed'))
  })
  afterEach(() => void vi.restoreAllMocks())

  it('shapes say so, and pushes are taken', async () => {
    const response = await read('lists')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'sync_unavailable' } })
    const create = wireMutation('lists.create', { id: crypto.randomUUID(), name: 'A' })
    expect(await pushAs(app, 'subscriber', create)).toMatchObject([{ status: 'applied' }])
  })
})

describe('readyz', () => {
  it('tells whether devices are synced', async () => {
    expect(await (await app.request('/readyz')).json()).toEqual({ status: 'ready', sync: 'ready' })
    vi.spyOn(app.parts.shapes, 'isReady').mockResolvedValue(false)
    const response = await app.request('/readyz')
    // Search works, so the instance must stay in service.
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ready', sync: 'away' })
    const reason = 'Set ELECTRIC_URL.'
    vi.spyOn(app.parts.shapes, 'hindrance').mockReturnValue(reason)
    expect(await (await app.request('/readyz')).json()).toEqual({
      status: 'ready',
      sync: 'away',
      reason,
    })
    vi.restoreAllMocks()
  })

  it('is not ready while no search engine answers, and says why', async () => {
    vi.spyOn(app.parts, 'search').mockImplementation(() => {
      throw new AppError('search_unavailable', 'Typesense: it holds no index yet. Being prepared.')
    })
    const response = await app.request('/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      error: {
        code: 'search_unavailable',
        message: 'Typesense: it holds no index yet. Being prepared.',
      },
    })
    vi.restoreAllMocks()
  })
})
