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
import type { Offset } from './offset.ts'
import { ShapeLog } from './shape-log.ts'

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'shape-log-'))
  path = join(dir, 'log')
})
afterEach(() => rmSync(dir, { recursive: true }))

const at = (lsn: number, op = 1): Offset => ({ lsn: BigInt(lsn), op })
const START = at(0, 0)
const END = at(1_000_000)

async function texts(log: ShapeLog, after: Offset, upTo = END, limit = 1e9) {
  const part = await log.read(after, upTo, limit)
  return part && { texts: part.body.toString().split(',\n'), end: part.end }
}

function filled(count: number, text = (i: number) => `"${i}"`): ShapeLog {
  const log = new ShapeLog(path)
  for (let i = 1; i <= count; i++) log.append(at(i), Buffer.from(text(i)))
  return log
}

test('gives what follows an offset, up to another', async () => {
  const log = filled(5)
  expect(await texts(log, START)).toEqual({
    texts: ['"1"', '"2"', '"3"', '"4"', '"5"'],
    end: at(5),
  })
  expect(await texts(log, at(2), at(4))).toEqual({ texts: ['"3"', '"4"'], end: at(4) })
  expect(await texts(log, at(2, 0), at(2))).toEqual({ texts: ['"2"'], end: at(2) })
  expect(await texts(log, at(5))).toBeUndefined()
})

test('gives a long log in parts, each of one record at least', async () => {
  const log = filled(3)
  expect(await texts(log, START, END, 1)).toEqual({ texts: ['"1"'], end: at(1) })
  expect(await texts(log, at(1), END, 1)).toEqual({ texts: ['"2"'], end: at(2) })
})

test('finds its place in a log of many megabytes from each offset', async () => {
  const log = filled(3000, (i) => `"${i}${'x'.repeat(1000)}"`)
  for (const lsn of [0, 1, 63, 64, 65, 1500, 2998, 2999]) {
    const part = await texts(log, at(lsn), END, 1)
    expect(part?.end).toEqual(at(lsn + 1))
  }
})

test('goes on after it is opened anew', async () => {
  filled(3)
  const log = new ShapeLog(path)
  expect(log.end).toEqual(at(3))
  log.append(at(4), Buffer.from('"4"'))
  expect((await texts(new ShapeLog(path), START))?.texts).toEqual(['"1"', '"2"', '"3"', '"4"'])
})

test('cuts off a last record that is torn at any byte, and writes on in its place', async () => {
  filled(2)
  const whole = readFileSync(path).length
  new ShapeLog(path).append(at(3), Buffer.from('"3"'))
  const full = readFileSync(path)
  for (let length = whole; length < full.length; length++) {
    writeFileSync(path, full)
    truncateSync(path, length)
    const log = new ShapeLog(path)
    expect(log.end).toEqual(at(2))
    log.append(at(7), Buffer.from('"7"'))
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

test('knows the offsets at which a record ends, and no others', async () => {
  const log = filled(100, () => `"${'x'.repeat(4_000)}"`)
  for (let lsn = 1; lsn <= 100; lsn++) {
    expect(await log.has(at(lsn))).toBe(true)
    expect(await log.has(at(lsn, 2))).toBe(false)
  }
  expect(await log.has(at(101))).toBe(false)
})
