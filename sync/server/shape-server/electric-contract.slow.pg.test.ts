import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXCHANGES, SETUP } from '#tests/support/shape-fixture/electric-exchanges.ts'
import { openShapeContract } from '#tests/support/shape-fixture/shape-fixture.ts'

let fixture: Awaited<ReturnType<typeof openShapeContract>>
beforeAll(async () => {
  fixture = await openShapeContract()
  await fixture.sql.unsafe(SETUP)
})
afterAll(() => fixture.close())

type Fields = Record<string, unknown>
interface Message {
  key?: string
  headers: Fields
  value?: Fields
}

/** What is another each time, with the name it has in the exchanges: `h123-456` is `<h1>`. */
const names = new Map<string, string>()

function nameOf(kind: 'h' | 'l' | 't', value: unknown): string {
  const known = names.get(`${kind}${value}`)
  if (known) return known
  const count = [...names.keys()].filter((other) => other.startsWith(kind)).length
  names.set(`${kind}${value}`, `<${kind}${count + 1}>`)
  return nameOf(kind, value)
}

function valueNamed(name: string): string {
  const [found] = [...names].filter(([, its]) => its === `<${name}>`)
  return found?.[0].slice(1) ?? ''
}

const number = (value: unknown) => (/^-?\d+$/.test(String(value)) ? '<n>' : value)
const place = (offset: string) => offset.replace(/^\d{2,}(?=_)/, (lsn) => nameOf('l', lsn))

/** What a field of a message's headers, or of a subset's metadata, is compared as. */
const FIELDS: Record<string, (value: unknown) => unknown> = {
  lsn: (value) => nameOf('l', value),
  txids: (value) => (value as unknown[]).map((txid) => nameOf('t', txid)),
  global_last_seen_lsn: number,
  snapshot_mark: number,
  database_lsn: number,
  xmin: number,
  xmax: number,
  // Transactions that other tests run at that moment are in it, too.
  xip_list: (value) => (value as unknown[]).filter((id) => !/^\d+$/.test(String(id))),
}

/** And of an answer's. */
const HEADERS: Record<string, (value: string) => unknown> = {
  'electric-handle': (value) => nameOf('h', value),
  'electric-offset': place,
  'electric-cursor': number,
  'electric-schema': (value) => JSON.parse(value),
  etag: (value) => {
    const [handle = '', from = '', to = '', moment] = value.slice(1, -1).split(':')
    const parts = [nameOf('h', handle), place(from), place(to)]
    // Two answers without news are told apart by the moment.
    return `"${[...parts, ...(moment === undefined ? [] : [number(moment)])].join(':')}"`
  },
}

function withNames(fields: Fields, forms: Record<string, (value: never) => unknown>): Fields {
  const named = Object.entries(fields).map(([name, value]) => [
    name,
    forms[name]?.(value as never) ?? value,
  ])
  return Object.fromEntries(named)
}

function nameMessages(body: unknown): unknown {
  const named = (message: Message) => ({ ...message, headers: withNames(message.headers, FIELDS) })
  if (Array.isArray(body)) return body.map(named)
  const { metadata, data } = body as { metadata?: Fields; data?: Message[] }
  if (!metadata || !data) return body
  return { metadata: withNames(metadata, FIELDS), data: data.map(named) }
}

/**
 * Snapshots have no order. In them ours writes a boolean as in the stream, `t`, so that a row is the same
 * however it came; Electric writes `true` there, and `t` in its stream.
 */
function comparable(body: unknown): unknown {
  const { data } = body as { data?: unknown }
  if (data) return { ...(body as object), data: comparable(data) }
  if (!Array.isArray(body)) return body
  const isOfSnapshot = ({ headers, value }: Message) => value && headers.lsn === undefined
  const rows = (body as Message[]).filter(isOfSnapshot).map(({ value, ...rest }) => ({
    ...rest,
    value: { ...value, ...(value?.done != null && { done: String(value.done).charAt(0) }) },
  }))
  rows.sort((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1))
  return [...rows, ...(body as Message[]).filter((message) => !isOfSnapshot(message))]
}

function shownHeaders(response: Response): Fields {
  const found = [...response.headers].filter(([name]) =>
    /^(electric-(?!server)|etag$|cache-control$|content-type$)/.test(name),
  )
  return Object.fromEntries(found)
}

let last = new Headers()

test.each(EXCHANGES)('answers as Electric 1.7.12 does: $name', async (exchange) => {
  const { ask, method = 'GET', sent, change } = exchange
  const path = ask
    .replace(/\{(offset|cursor)\}/g, (_all, name: string) => last.get(`electric-${name}`) ?? '')
    .replace(/\{([hl]\d)\}/g, (_all, name: string) => valueNamed(name))
  const asking = fixture.ask(path, {
    method,
    ...(sent && { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }),
  })
  if (change) {
    // A live request is there before what it waits for.
    await sleep(100)
    await fixture.sql.unsafe(change)
  }
  const response = await asking
  const text = await response.text()
  if (response.ok && response.headers.has('electric-offset')) last = response.headers
  const body = text === '' ? '' : nameMessages(JSON.parse(text))
  expect({
    status: response.status,
    headers: withNames(shownHeaders(response), HEADERS),
    body: comparable(body),
  }).toEqual({
    status: exchange.status,
    headers: withNames(exchange.headers, {
      'electric-schema': HEADERS['electric-schema'] as never,
    }),
    body: comparable(exchange.body),
  })
  const methods = ask === '/v1/health' ? 'GET, HEAD' : 'GET, POST, HEAD, DELETE, OPTIONS'
  expect(response.headers.get('access-control-allow-methods')).toBe(methods)
  expect(response.headers.get('access-control-expose-headers')).toBe(
    'electric-cursor,electric-handle,electric-has-data,electric-offset,electric-schema,electric-up-to-date,electric-internal-known-error,retry-after',
  )
})
