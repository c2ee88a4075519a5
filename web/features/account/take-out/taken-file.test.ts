import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { TAKEN_ROWS, TAKEN_ROWS_MAX, TAKEN_TABLES } from '#db/schema/taken-rows.ts'
import { shapeOf, WRITABLE_NAMES } from '#sync/contract/shapes.ts'
import { readTakenFile, type TakenFileError, takenFile } from './taken-file.ts'

const ANA = { id: 'ana', email: 'ana@clinic.test' }
const ID = '00000000-0000-4000-8000-000000000001'
const THEN = '2026-01-02T03:04:05.678+00:00'
const TIMES = { created_at: THEN, updated_at: THEN }
const AUTHORS = { created_by: 'ana', updated_by: 'ben' }
const CARD = { first_name: 'Zoë', title: '=1+1', skills: ['ICU'] }

const ROWS = [
  row('lists', {
    id: ID,
    name: 'Nights',
    description: null,
    ...TIMES,
    deleted_at: null,
    ...AUTHORS,
    moved_to: null,
  }),
  row('lists', { id: ID.replace('1', '2'), name: 'Gone', ...TIMES, moved_to: 'team' }),
  row('list_members', {
    ...{ list_id: ID, candidate_id: ID, added_at: THEN, stage: 'offered', stage_at: THEN },
    ...{
      card: CARD,
      search_text: 'zoë',
      sort_name: 'zoë',
      created_by: 'ana',
      stage_by: 'ben',
      assigned_to: null,
    },
  }),
  row('activities', step('ana', 'stage', 'offered')),
  row('activities', step('ben', 'stage', 'contacted')),
  row('activities', step('ana', 'assign', 'ben')),
  row('activities', { ...step('ana', 'note', null), list_id: null, words: 'W' }),
  row('activities', { ...step('ana', 'call', null), redacted_at: THEN }),
  row('do_not_contact', { candidate_id: ID, mark_id: ID, reason: 'R', until: null, set_at: THEN }),
  row('saved_candidates', {
    candidate_id: ID,
    starred: true,
    note: '＝a "b"\nc;d',
    card: CARD,
    ...TIMES,
  }),
  row('saved_searches', {
    id: ID,
    name: 'S',
    search_params: { query: 'rn' },
    ...TIMES,
    ...AUTHORS,
  }),
  row('watches', watch('ana')),
  row('watches', watch('a team')),
  row('user_settings', { key: 'notifications.marketing', value: false, updated_at: THEN }),
  row('reveals', { id: ID, candidate_id: ID, revealed_at: THEN, removed_at: null }),
]

function row(table: string, columns: object) {
  return { table, row: JSON.stringify({ owner_id: 'ana', ...columns }) } as Parameters<
    typeof takenFile
  >[0][number]
}
function step(created_by: string, kind: string, value: string | null) {
  const about = { id: ID, list_id: ID, candidate_id: ID, words: null, next_on: null }
  return { ...about, kind, value, created_by, created_at: THEN, happened_at: THEN }
}
function watch(search_owner: string) {
  const counts = { new_count: 3, moved_count: 0, gone_count: 0, verified_count: 0 }
  const times = { ...TIMES, read_at: THEN, found_at: THEN, told_at: null }
  return { search_owner, search_id: ID, cadence: 'daily', ...times, ...counts }
}

const make = () => takenFile(ROWS, ANA, { held: '{"user":{}}' })
const faultOf = (bytes: Uint8Array) =>
  readTakenFile(bytes).then(
    () => null,
    ({ fault, place }: TakenFileError) => (place ? [fault, place] : fault),
  )

it('holds the rows as JSON and CSV, and what the server holds', async () => {
  const files = unzipSync(await make())
  expect(Object.keys(files).sort()).toEqual([
    'account.json',
    'clinidex.json',
    'csv/activities.csv',
    'csv/do_not_contact.csv',
    ...['list_members', 'lists', 'reveals', 'saved_candidates', 'saved_searches'].map(
      (name) => `csv/${name}.csv`,
    ),
    'csv/user_settings.csv',
    'csv/watches.csv',
    'data.json',
  ])
  const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    files['csv/saved_candidates.csv'],
  )
  expect(csv).toBe(
    `\uFEFFcandidate_id,starred,note,created_at,updated_at,first_name,title,skills\r\n` +
      `${ID},1,"'＝a ""b""\nc;d",${THEN},${THEN},Zoë,'=1+1,"[""ICU""]"\r\n`,
  )
})

it('names nobody else, and holds no word of theirs and no list of a team', async () => {
  const data = strFromU8(unzipSync(await make())['data.json'] as Uint8Array)
  expect(data).not.toMatch(/ben|"ana"|team|Gone|contacted|assign|owner|search_text|sort_name/)
  expect(data).toContain('Nights')
})

it('is read as it was made', async () => {
  const { from, parts } = await readTakenFile(await make())
  expect(from).toEqual(ANA)
  expect(parts.map(({ table, rows }) => [table, rows.length])).toEqual([
    ['lists', 1],
    ['list_members', 1],
    ['activities', 2],
    ['do_not_contact', 1],
    ['saved_candidates', 1],
    ['saved_searches', 1],
    ['watches', 1],
    ['user_settings', 1],
  ])
  expect(parts[1]?.rows[0]).toEqual({
    ...{ list_id: ID, candidate_id: ID, added_at: THEN, stage: 'offered', stage_at: THEN },
  })
})

it('comes in by parts that a push can hold', async () => {
  const long = { subject: 'S', body: 'b'.repeat(20_000), tone: 'formal', length: 'short' }
  const many = [
    ...Array.from({ length: 7 }, () =>
      row('email_templates', { id: ID, name: 'T', ...long, position_type: 'contract', ...TIMES }),
    ),
    ...Array.from({ length: 1200 }, () =>
      row('user_settings', { key: 'theme', value: 'dark', updated_at: THEN }),
    ),
  ]
  const { parts } = await readTakenFile(await takenFile(many, ANA))
  for (const part of parts) {
    expect(part.rows.length).toBeLessThanOrEqual(TAKEN_ROWS_MAX)
    expect(JSON.stringify(part).length).toBeLessThan(70_000)
  }
  expect(parts.flatMap<object>(({ rows }) => rows)).toHaveLength(1207)
})

/** The file with its entries changed; with the checksum of before. */
async function changed(name: string, change: (text: string) => string): Promise<Uint8Array> {
  const files = unzipSync(await make())
  return zipSync({ ...files, [name]: strToU8(change(strFromU8(files[name] as Uint8Array))) })
}

it('with a changed row is refused', async () => {
  expect(await faultOf(await changed('data.json', (text) => text.replace('Nights', 'Days')))).toBe(
    'changed',
  )
})

it('with a row that cannot be is refused, and says which', async () => {
  const rows = [...ROWS, row('lists', { id: 'x', name: '', ...TIMES })]
  expect(await faultOf(await takenFile(rows, ANA))).toEqual(['changed', 'lists, row 2'])
})

/** The file with other data, and a checksum that says so. */
async function forged(data: string, about: object = {}): Promise<Uint8Array> {
  const files = unzipSync(await make())
  const bytes = strToU8(data)
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  const head = JSON.parse(strFromU8(files['clinidex.json'] as Uint8Array))
  const manifest = JSON.stringify({ ...head, checksum: hash, ...about })
  return zipSync({ ...files, 'data.json': bytes, 'clinidex.json': strToU8(manifest) })
}

it.each([
  ['null', 'changed'],
  ['[]', 'changed'],
  ['not JSON', 'changed'],
  ['{"lists":null}', ['changed', 'lists']],
  ['{"lists":{"length":1}}', ['changed', 'lists']],
  ['{"lists":[null]}', ['changed', 'lists, row 1']],
])('with the data %s is refused, whatever its checksum', async (data, fault) => {
  expect(await faultOf(await forged(data))).toEqual(fault)
})

it.each([
  { account: 'ana' },
  { account: { id: 'ana' } },
  { made_at: 'yesterday' },
  { made_at: null },
])('that says %o of itself is refused', async (about) => {
  expect(await faultOf(await forged('{}', about))).toBe('changed')
})

it('of a newer version is refused', async () => {
  const file = await changed('clinidex.json', (text) =>
    text.replace('"version": 1', '"version": 2'),
  )
  expect(await faultOf(file)).toBe('newer')
})

it('cut off anywhere is refused, never read in part', async () => {
  const whole = await make()
  for (const share of [0.1, 0.5, 0.9, 0.999]) {
    expect(await faultOf(whole.subarray(0, Math.floor(whole.length * share)))).toBe('cut_off')
  }
})

it('of another kind is refused', async () => {
  expect(await faultOf(strToU8('{"lists":[]}'))).toBe('not_ours')
  expect(await faultOf(new Uint8Array())).toBe('not_ours')
  expect(await faultOf(zipSync({ 'a.txt': strToU8('a') }))).toBe('not_ours')
  expect(await faultOf(zipSync({ 'clinidex.json': strToU8('not JSON') }))).toBe('not_ours')
})

it('that claims to hold more than the memory there is, is refused', async () => {
  const file = zipSync({ 'data.json': new Uint8Array(1) }, { level: 0 })
  const view = new DataView(file.buffer)
  // The size in the table of contents, 24 bytes after its mark.
  const contents = file.findIndex((_, at) => view.getUint32(at, true) === 0x02014b50)
  view.setUint32(contents + 24, 2 ** 31, true)
  expect(await faultOf(file)).toBe('too_large')
})

it('every table that an account writes comes back, but those that must not', () => {
  // Brought into another account, one person's report would count as two.
  const NOT_BACK = ['contact_reports']
  const own = WRITABLE_NAMES.filter((name) => shapeOf(name).kinds.includes('account'))
  expect([...TAKEN_TABLES, ...NOT_BACK].sort()).toEqual([...own].sort())
})

it('every column of a table leaves and comes back, but whose it is', () => {
  const NOT_BACK: Record<string, string[]> = {
    lists: ['moved_to'],
    list_members: ['card', 'stage_by', 'assigned_to', 'assigned_at', 'removed_at'],
    activities: ['card', 'redacted_at'],
    do_not_contact: ['card'],
    saved_candidates: ['card'],
    watches: ['found_at', 'told_at', 'new_count', 'moved_count', 'gone_count', 'verified_count'],
  }
  for (const table of TAKEN_TABLES) {
    const { columns } = shapeOf(table)
    const shape = TAKEN_ROWS[table]
    const back = 'shape' in shape ? Object.keys(shape.shape) : ['key', 'value', 'updated_at']
    const left = [
      'owner_id',
      'search_owner',
      'created_by',
      'updated_by',
      ...(NOT_BACK[table] ?? []),
    ]
    const expected = Object.keys(columns).filter((column) => !left.includes(column))
    expect(back.sort(), table).toEqual(expected.sort())
  }
})
