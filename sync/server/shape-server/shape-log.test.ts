import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Offset } from '#sync/contract/offset.ts'
import { splitMessages, wholeOf } from './message-list.ts'
import { ShapeLog } from './shape-log.ts'

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'shape-log-'))
  path = join(dir, 'log')
})
afterEach(() => rmSync(dir, { recursive: true }))

const at = (lsn: number, op = 1): Offset => ({ lsn: BigInt(lsn), op })
const START = at(0, Number.POSITIVE_INFINITY)

async function texts(log: ShapeLog, after: Offset, limit = 1e9) {
  const part = await log.read(after, limit)
  if (!part) return undefined
  return { texts: splitMessages(await wholeOf(part.pieces())), end: part.end }
}

const append = (log: ShapeLog, offset: Offset, text: string) =>
  log.append([{ offset, body: Buffer.from(text) }])

function filled(count: number, text = (i: number) => `"${i}"`, strideBytes?: number): ShapeLog {
  const log = new ShapeLog(path, strideBytes === undefined ? {} : { strideBytes })
  for (let i = 1; i <= count; i++) append(log, at(i), text(i))
  log.publish()
  return log
}

test('gives what follows an offset, whether a record has that offset or none', async () => {
  const log = filled(5)
  expect(await texts(log, START)).toEqual({
    texts: ['"1"', '"2"', '"3"', '"4"', '"5"'],
    end: at(5),
  })
  expect(await texts(log, at(2))).toEqual({ texts: ['"3"', '"4"', '"5"'], end: at(5) })
  expect((await texts(log, at(2, 0)))?.texts).toEqual(['"2"', '"3"', '"4"', '"5"'])
  expect((await texts(log, at(2, 7)))?.texts).toEqual(['"3"', '"4"', '"5"'])
  expect(await texts(log, at(5))).toBeUndefined()
  expect(await texts(log, at(9))).toBeUndefined()
})

test('gives what is published, and nothing of what is only written', async () => {
  const log = filled(2)
  append(log, at(3), '"3"')
  expect(log.publishedEnd).toEqual(at(2))
  expect(await texts(log, START)).toEqual({ texts: ['"1"', '"2"'], end: at(2) })
  expect(await texts(log, at(2))).toBeUndefined()
  log.publish()
  expect(await texts(log, at(2))).toEqual({ texts: ['"3"'], end: at(3) })
})

test('gives a long log in parts of about a size, each of one message at least', async () => {
  const log = filled(300, (i) => `"${i}${'x'.repeat(100)}"`, 1000)
  const ends: bigint[] = []
  const all: string[] = []
  for (let part = await texts(log, START, 5000); part; ) {
    ends.push(part.end.lsn)
    all.push(...part.texts)
    part = await texts(log, part.end, 5000)
  }
  expect(all).toHaveLength(300)
  expect(new Set(all).size).toBe(300)
  const sizes = ends.map((end, i) => Number(end - (ends[i - 1] ?? 0n)))
  // 124 bytes and more each, to the next boundary that is known.
  for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThanOrEqual(39)
  for (const size of sizes) expect(size).toBeLessThanOrEqual(50)

  const wide = filled(0)
  for (let i = 301; i <= 303; i++) append(wide, at(i), `"${'y'.repeat(200_000)}"`)
  wide.publish()
  expect(await texts(wide, at(300), 1)).toEqual({
    texts: [`"${'y'.repeat(200_000)}"`],
    end: at(301),
  })
})

test('finds its place in a log of many megabytes from each offset', async () => {
  const log = filled(3000, (i) => `"${i}${'x'.repeat(1000)}"`)
  for (const lsn of [0, 1, 63, 64, 65, 1500, 2998, 2999]) {
    const part = await texts(log, at(lsn), 1)
    expect(part?.texts[0]).toBe(`"${lsn + 1}${'x'.repeat(1000)}"`)
    expect(part?.texts.at(-1)).toBe(`"${part?.end.lsn}${'x'.repeat(1000)}"`)
  }
})

test('goes on after it is opened anew', async () => {
  filled(3)
  const log = new ShapeLog(path)
  expect(log.end).toEqual(at(3))
  append(log, at(4), '"4"')
  expect((await texts(new ShapeLog(path), START))?.texts).toEqual(['"1"', '"2"', '"3"', '"4"'])
})

test('cuts off a last record that is torn at any byte, and writes on in its place', async () => {
  filled(2)
  const whole = readFileSync(path).length
  append(new ShapeLog(path), at(3), '"3"')
  const full = readFileSync(path)
  for (let length = whole; length < full.length; length++) {
    writeFileSync(path, full)
    truncateSync(path, length)
    const log = new ShapeLog(path)
    expect(log.end).toEqual(at(2))
    append(log, at(7), '"7"')
    expect((await texts(new ShapeLog(path), START))?.texts).toEqual(['"1"', '"2"', '"7"'])
  }
})

test('cuts off a record whose bytes do not fit its checksum', () => {
  filled(2)
  appendFileSync(path, Buffer.alloc(100))
  expect(new ShapeLog(path).end).toEqual(at(2))
  const bytes = readFileSync(path)
  bytes[bytes.length - 1] = 0
  writeFileSync(path, bytes)
  expect(new ShapeLog(path).end).toEqual(at(1))
})

test('knows the commits it has, and no others', async () => {
  const log = new ShapeLog(path)
  for (let lsn = 2; lsn <= 100; lsn += 2) {
    append(log, at(lsn, 0), `"${'x'.repeat(4_000)}"`)
    append(log, at(lsn, 2), '"y"')
  }
  log.publish()
  for (let lsn = 1n; lsn <= 100n; lsn++) expect(await log.hasCommit(lsn)).toBe(lsn % 2n === 0n)
  append(log, at(102), '"not yet"')
  expect(await log.hasCommit(102n)).toBe(false)
  expect(await log.hasCommit(101n)).toBe(false)
})
