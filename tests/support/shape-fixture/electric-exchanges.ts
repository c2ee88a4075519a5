/* Recorded answers of Electric 1.7.12 (`electric-server: ElectricSQL/1.7.12`, over PostgreSQL 18):
   statuses, headers, message forms and error texts are its own, the rows are invented. Values that
   differ each time have placeholders: <h1> a handle, <l1> a place in the write-ahead log, <t1> a
   transaction, <n> any number. Left out are headers of its web server (`vary`, `date`,
   `electric-server`) and of CORS. */

export const SETUP = `
  create table visits (
    owner_id text, route_id uuid, visit_id uuid, note text, done bool, small int2, big int8,
    price numeric(10,2), ratio float8, at timestamptz, day date, card jsonb, tags text[], raw bytea,
    primary key (owner_id, route_id, visit_id));
  insert into visits select 'ann', ${uuid(1)}, ('5eed0000-0000-4000-8000-00000000000' || n)::uuid,
    'said "hi" \\ a' || chr(9) || 'b' || chr(10) || ' ü 🙂', n = 2, 3, 9007199254740995, 80.1, 0.1,
    '2001-02-03 04:05:06.789Z', '2001-02-03', jsonb_build_object('unit', 'km', 'n', n),
    '{x,"y \\"z\\"","null"}', '\\x01fe' from generate_series(1, 3) n;
  update visits set note = null where visit_id = ${uuid(2)};
  insert into visits (owner_id, route_id, visit_id) values ('bob', ${uuid(1)}, ${uuid(4)})`

/** A copy of Ann's first row. */
const copied = (n: number, note: string, done: boolean) => `
  insert into visits select owner_id, route_id, ${uuid(n)}, ${note}, ${done}, small, big, price, ratio,
    at, day, jsonb_build_object('unit', 'km', 'n', ${n}), tags, raw
  from visits where visit_id = ${uuid(1)}`

function uuid(n: number): string {
  return `'${uuidText(n)}'`
}

function uuidText(n: number): string {
  return `5eed0000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

const NOTE = 'said "hi" \\ a\tb\n ü 🙂'
const NOTE_SQL = `(select note from visits where visit_id = ${uuid(3)})`

interface Exchange {
  name: string
  /** SQL of one transaction, run once the request is under way. */
  change?: string
  method?: 'POST' | 'OPTIONS'
  /**
   * The query of `/v1/shape`, or a path. `{offset}` and `{cursor}` are those of the last response.
   */
  ask: string
  sent?: object
  status: number
  headers: Record<string, string>
  body: unknown
}

const row = (n: number, more: object = {}) => ({
  owner_id: 'ann',
  route_id: uuidText(1),
  visit_id: uuidText(n),
  note: NOTE,
  small: '3',
  big: '9007199254740995',
  price: '80.10',
  ratio: '0.1',
  at: '2001-02-03 04:05:06.789+00',
  day: '2001-02-03',
  card: `{"n": ${n}, "unit": "km"}`,
  tags: '{x,"y \\"z\\"","null"}',
  raw: '\\x01fe',
  ...more,
})

const key = (n: number) => `"public"."visits"/"ann"/"${uuidText(1)}"/"${uuidText(n)}"`
const relation = ['public', 'visits']

const snapshotRow = (n: number, value: object, headers = {}) => ({
  key: key(n),
  value,
  headers: { operation: 'insert', relation, ...headers },
})
const change = (
  operation: string,
  n: number,
  value: object,
  place: [number, number],
  more = {},
) => ({
  key: key(n),
  value,
  headers: {
    operation,
    relation,
    lsn: `<l${place[0]}>`,
    op_position: place[1],
    txids: [`<t${place[0]}>`],
    ...more,
  },
})
const LAST = { last: true }
const SNAPSHOT_END = {
  headers: { control: 'snapshot-end', xmin: '<n>', xmax: '<n>', xip_list: [] },
}
const UP_TO_DATE = { headers: { control: 'up-to-date', global_last_seen_lsn: '<n>' } }
const invalid = (errors: object) => ({ message: 'Invalid request', errors })

const SCHEMA =
  '{"at":{"type":"timestamptz"},"big":{"type":"int8"},"card":{"type":"jsonb"},"day":{"type":"date"},' +
  '"done":{"type":"bool"},"note":{"type":"text"},' +
  '"owner_id":{"type":"text","not_null":true,"pk_index":0},' +
  '"price":{"type":"numeric","precision":10,"scale":2},"ratio":{"type":"float8"},' +
  '"raw":{"type":"bytea"},"route_id":{"type":"uuid","not_null":true,"pk_index":1},' +
  '"small":{"type":"int2"},"tags":{"type":"text","dims":1},' +
  '"visit_id":{"type":"uuid","not_null":true,"pk_index":2}}'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const NO_STORE = { ...JSON_TYPE, 'cache-control': 'no-store' }

interface Place {
  handle?: string
  from: string
  to: string
}

const snapshotHeaders = (handle: string, schema = SCHEMA) => ({
  ...JSON_TYPE,
  'cache-control': 'public, max-age=604800, s-maxage=3600, stale-while-revalidate=2629746',
  'electric-handle': handle,
  'electric-has-data': 'true',
  'electric-offset': '0_0',
  'electric-schema': schema,
  etag: `"${handle}:-1:0_0"`,
})
const logHeaders = ({ handle = '<h1>', from, to }: Place) => ({
  ...JSON_TYPE,
  'cache-control': 'public, max-age=60, stale-while-revalidate=300',
  'electric-handle': handle,
  'electric-has-data': 'true',
  'electric-offset': to,
  'electric-schema': SCHEMA,
  'electric-up-to-date': '',
  etag: `"${handle}:${from}:${to}"`,
})
const liveHeaders = ({ from, to }: Place) => ({
  ...JSON_TYPE,
  'cache-control': 'public, max-age=5, stale-while-revalidate=5',
  'electric-cursor': '<n>',
  'electric-handle': '<h1>',
  'electric-has-data': 'true',
  'electric-offset': to,
  'electric-up-to-date': '',
  etag: `"<h1>:${from}:${to}"`,
})

const ANN = 'table=visits&where=owner_id+%3D+%241&params%5B1%5D=ann&replica=full'
const LIVE = `${ANN}&offset={offset}&handle={h1}&live=true&cursor={cursor}`

const PUT_5 = change('insert', 5, row(5, { done: 'f' }), [1, 0], LAST)
const CHANGED = { note: 'new', done: 't' }
const UPDATED_1 = {
  ...change('update', 1, row(1, CHANGED), [2, 0], LAST),
  old_value: { note: NOTE, done: 'f' },
}
const DELETED_3 = change('delete', 3, row(3, { done: 'f' }), [3, 0], LAST)
const SEVERAL = [
  change('insert', 6, row(6, { done: 't' }), [4, 0]),
  {
    ...change('update', 6, row(6, { note: 'again', done: 't' }), [4, 2]),
    old_value: { note: NOTE },
  },
  change('delete', 2, row(2, { note: null, done: 't' }), [4, 4], LAST),
]
const LEFT_6 = change('delete', 6, row(6, { note: 'again', done: 't' }), [5, 0], LAST)
const KEY_CHANGED = [
  change('delete', 5, row(5, { done: 'f' }), [6, 0], { key_change_to: key(77) }),
  change('insert', 77, row(77, { card: row(5).card, done: 'f' }), [6, 1], {
    ...LAST,
    key_change_from: key(5),
  }),
]

/** The exchanges, in this order, on one server. */
export const EXCHANGES: Exchange[] = [
  {
    name: 'the first request gets the snapshot, and what it saw',
    ask: `${ANN}&offset=-1`,
    status: 200,
    headers: snapshotHeaders('<h1>'),
    body: [
      snapshotRow(1, row(1, { done: 'false' })),
      snapshotRow(3, row(3, { done: 'false' })),
      snapshotRow(2, row(2, { note: null, done: 'true' })),
      SNAPSHOT_END,
    ],
  },
  {
    name: 'the next one hears that there is nothing since',
    ask: `${ANN}&offset=0_0&handle={h1}`,
    status: 200,
    headers: logHeaders({ from: '0_0', to: '0_inf' }),
    body: [UP_TO_DATE],
  },
  {
    name: 'live: an insert',
    change: copied(5, NOTE_SQL, false),
    ask: `${ANN}&offset=0_inf&handle={h1}&live=true`,
    status: 200,
    headers: liveHeaders({ from: '0_inf', to: '<l1>_0' }),
    body: [PUT_5, UP_TO_DATE],
  },
  {
    name: 'live: an update of two columns',
    change: `update visits set note = 'new', done = true where visit_id = ${uuid(1)}`,
    ask: LIVE,
    status: 200,
    headers: liveHeaders({ from: '<l1>_0', to: '<l2>_0' }),
    body: [UPDATED_1, UP_TO_DATE],
  },
  {
    name: 'live: a delete',
    change: `delete from visits where visit_id = ${uuid(3)}`,
    ask: LIVE,
    status: 200,
    headers: liveHeaders({ from: '<l2>_0', to: '<l3>_0' }),
    body: [DELETED_3, UP_TO_DATE],
  },
  {
    name: 'live: one transaction with insert, update, delete and a row of another owner',
    change: `
      ${copied(6, `(select note from visits where visit_id = ${uuid(5)})`, true)};
      update visits set note = 'again' where visit_id = ${uuid(6)};
      delete from visits where visit_id = ${uuid(2)};
      update visits set note = 'elsewhere' where owner_id = 'bob'`,
    ask: LIVE,
    status: 200,
    headers: liveHeaders({ from: '<l3>_0', to: '<l4>_4' }),
    body: [...SEVERAL, UP_TO_DATE],
  },
  {
    name: 'live: a row leaves the shape',
    change: `update visits set owner_id = 'bob' where visit_id = ${uuid(6)}`,
    ask: LIVE,
    status: 200,
    headers: liveHeaders({ from: '<l4>_4', to: '<l5>_0' }),
    body: [LEFT_6, UP_TO_DATE],
  },
  {
    name: 'live: a key changes within the shape',
    change: `update visits set visit_id = ${uuid(77)} where visit_id = ${uuid(5)}`,
    ask: LIVE,
    status: 200,
    headers: liveHeaders({ from: '<l5>_0', to: '<l6>_1' }),
    body: [...KEY_CHANGED, UP_TO_DATE],
  },
  {
    name: 'the log from the beginning',
    ask: `${ANN}&offset=0_0&handle={h1}`,
    status: 200,
    headers: logHeaders({ from: '0_0', to: '<l6>_1' }),
    body: [PUT_5, UPDATED_1, DELETED_3, ...SEVERAL, LEFT_6, ...KEY_CHANGED, UP_TO_DATE],
  },
  {
    name: 'the log from a place within a transaction',
    ask: `${ANN}&offset={l4}_1&handle={h1}`,
    status: 200,
    headers: logHeaders({ from: '<l4>_1', to: '<l6>_1' }),
    body: [...SEVERAL.slice(1), LEFT_6, ...KEY_CHANGED, UP_TO_DATE],
  },
  {
    name: 'a handle of nothing is led to the right one',
    ask: `${ANN}&offset={offset}&handle=123-456`,
    status: 409,
    headers: {
      ...JSON_TYPE,
      'cache-control': 'public, max-age=60, must-revalidate',
      'electric-handle': '<h1>',
      etag: '"<h1>::"',
    },
    body: [{ headers: { control: 'must-refetch' } }],
  },
  {
    name: 'a table that is not there',
    ask: 'table=no_such_table&offset=-1',
    status: 400,
    headers: NO_STORE,
    body: invalid({
      table: [
        'Table "public"."no_such_table" does not exist. If the table name contains capitals or special characters you must quote it.',
      ],
    }),
  },
  {
    name: 'a clause that is no SQL',
    ask: 'table=visits&where=owner_id+%3D+%3D+1&offset=-1',
    status: 400,
    headers: NO_STORE,
    body: invalid({ where: ['At location 26: syntax error at or near "="'] }),
  },
  {
    name: 'a clause on an unknown column',
    ask: 'table=visits&where=nobody+%3D+1&offset=-1',
    status: 400,
    headers: NO_STORE,
    body: invalid({ where: ['At location 0: unknown reference nobody'] }),
  },
  {
    name: 'a parameter that is not given',
    ask: 'table=visits&where=owner_id+%3D+%241&offset=-1',
    status: 400,
    headers: NO_STORE,
    body: invalid({ where: ['At location 11: parameter $1 was not provided'] }),
  },
  {
    name: 'a column that is not there',
    ask: 'table=visits&columns=owner_id%2Croute_id%2Cvisit_id%2Czzz&offset=-1',
    status: 400,
    headers: NO_STORE,
    body: invalid({ columns: ['The following columns are not found on the table: zzz'] }),
  },
  {
    name: 'some columns',
    ask: `${ANN}&columns=owner_id%2Croute_id%2Cvisit_id%2Cnote&offset=-1`,
    status: 200,
    headers: snapshotHeaders(
      '<h2>',
      '{"note":{"type":"text"},"owner_id":{"type":"text","not_null":true,"pk_index":0},' +
        '"route_id":{"type":"uuid","not_null":true,"pk_index":1},' +
        '"visit_id":{"type":"uuid","not_null":true,"pk_index":2}}',
    ),
    body: [
      snapshotRow(1, {
        owner_id: 'ann',
        route_id: uuidText(1),
        visit_id: uuidText(1),
        note: 'new',
      }),
      snapshotRow(77, {
        owner_id: 'ann',
        route_id: uuidText(1),
        visit_id: uuidText(77),
        note: NOTE,
      }),
      SNAPSHOT_END,
    ],
  },
  {
    name: 'changes only',
    ask: `${ANN}&log=changes_only&offset=-1`,
    status: 200,
    headers: snapshotHeaders('<h3>'),
    body: [SNAPSHOT_END],
  },
  {
    name: 'a shape without rows',
    ask: `${ANN.replace('=ann', '=nobody')}&offset=-1`,
    status: 200,
    headers: snapshotHeaders('<h4>'),
    body: [SNAPSHOT_END],
  },
  {
    name: 'from now on',
    ask: `${ANN}&offset=now`,
    status: 200,
    headers: {
      ...logHeaders({ from: 'now', to: '<l6>_1' }),
      'electric-has-data': 'false',
      etag: '"<h1>:now:<l6>_1:<n>"',
    },
    body: [UP_TO_DATE],
  },
  {
    name: 'a subset, by POST',
    method: 'POST',
    ask: `${ANN}&log=changes_only&offset=-1`,
    sent: { subset: { where: 'done = true', order_by: 'visit_id', limit: 10 } },
    status: 200,
    headers: {
      ...JSON_TYPE,
      'cache-control': 'no-cache',
      'electric-handle': '<h3>',
      'electric-offset': '0_0',
      'electric-schema': SCHEMA,
      'electric-snapshot': 'true',
    },
    body: {
      metadata: {
        snapshot_mark: '<n>',
        database_lsn: '<n>',
        xmin: '<n>',
        xmax: '<n>',
        xip_list: [],
      },
      data: [snapshotRow(1, row(1, { note: 'new', done: 'true' }), { snapshot_mark: '<n>' })],
    },
  },
  { name: 'OPTIONS', method: 'OPTIONS', ask: '', status: 204, headers: {}, body: '' },
  {
    name: 'health',
    ask: '/v1/health',
    status: 200,
    headers: { ...JSON_TYPE, 'cache-control': 'no-cache, no-store, must-revalidate' },
    body: { status: 'active' },
  },
  {
    name: 'live: nothing for this shape, until its time is over',
    change: `update visits set note = 'again elsewhere' where owner_id = 'bob'`,
    ask: `${ANN}&offset={l6}_1&handle={h1}&live=true`,
    status: 200,
    headers: {
      ...liveHeaders({ from: '<l6>_1', to: '<l6>_1' }),
      'electric-has-data': 'false',
      etag: '"<h1>:<l6>_1:<l6>_1:<n>"',
    },
    body: [UP_TO_DATE],
  },
  {
    name: 'an offset past the end, after a while',
    ask: `${ANN}&offset=999999999999_0&handle={h1}`,
    status: 400,
    headers: NO_STORE,
    body: invalid({ offset: ['out of bounds for this shape'] }),
  },
  {
    name: 'live: the table is truncated meanwhile',
    change: 'truncate visits',
    ask: `${ANN}&offset={l6}_1&handle={h1}&live=true`,
    status: 409,
    headers: { ...JSON_TYPE, 'cache-control': 'public, max-age=1, must-revalidate' },
    body: [{ headers: { control: 'must-refetch' } }],
  },
]
