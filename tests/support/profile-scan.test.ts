import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findInProfile, unsnappy } from './profile-scan.ts'

it('uncompresses literals and copies that run into themselves', () => {
  // "abcabcabcd": a literal of 3, a copy of 6 from 3 back, a literal of 1.
  const copy = ((6 - 4) << 2) | 1
  const input = Buffer.from([10, 2 << 2, 0x61, 0x62, 0x63, copy, 3, 0, 0x64])
  expect(unsnappy(input).toString()).toBe('abcabcabcd')
})

it('finds a text in UTF-8, in UTF-16, across the blocks of logs, in a compressed table and value', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'profile-scan-'))
  try {
    await writeFile(join(folder, 'plain'), 'before marker-one after')
    await writeFile(join(folder, 'wide'), Buffer.from('marker-two', 'utf16le'))
    await writeFile(join(folder, '000003.log'), cutLog('marker-three'))
    await writeFile(join(folder, '000005.ldb'), table('marker-four'))
    const value = Buffer.concat([Buffer.from([0xff, 0x11, 0x02]), compressed('marker-five')])
    await writeFile(join(folder, 'value'), value)
    await writeFile(join(folder, '00000006'), cutSegment('marker-six'))
    const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
    const markers = names.map((name) => `marker-${name}`)
    const found = await findInProfile(folder, markers)
    expect([...found.keys()].sort()).toEqual(markers.slice(0, 6).sort())
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('finds bytes, and texts that have nothing in common', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'profile-scan-'))
  try {
    await writeFile(join(folder, 'some'), Buffer.from([1, 2, 3, 0x61, 0x62]))
    const [here, elsewhere] = [Buffer.from([2, 3]), Buffer.from([3, 2])]
    expect([...(await findInProfile(folder, ['ab', 'xy'])).keys()]).toEqual(['ab'])
    expect([...(await findInProfile(folder, [here, elsewhere])).keys()]).toEqual([here])
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** A log with one record, split over two blocks. */
function cutLog(text: string): Buffer {
  const record = (part: Buffer) => {
    const header = Buffer.alloc(7)
    header.writeUInt16LE(part.length, 4)
    return Buffer.concat([header, part])
  }
  const half = text.length / 2
  const first = Buffer.from(`${'x'.repeat(32_768 - 7 - half)}${text.slice(0, half)}`)
  return Buffer.concat([record(first), record(Buffer.from(text.slice(half)))])
}

/** A segment of a write-ahead log with one record, split over two pages. */
function cutSegment(text: string): Buffer {
  const header = Buffer.alloc(24)
  header.set([0x18, 0xd1])
  const half = text.length / 2
  const first = Buffer.from(`${'x'.repeat(8_192 - 24 - half)}${text.slice(0, half)}`)
  return Buffer.concat([header, first, header, Buffer.from(text.slice(half))])
}

/** A text compressed so that its bytes do not contain it. */
function compressed(text: string): Buffer {
  const [head, tail] = [text.slice(0, 4), text.slice(4)]
  // The head as a literal, one foreign byte, a copy of the head, the tail.
  return Buffer.concat([
    Buffer.from([head.length * 2 + 1 + tail.length, head.length << 2]),
    Buffer.from(`${head}-`),
    Buffer.from([1, head.length + 1, (tail.length - 1) << 2]),
    Buffer.from(tail),
  ])
}

/** A table with one data block. */
function table(text: string): Buffer {
  const data = compressed(text)
  const trailer = (isCompressed: number) => Buffer.from([isCompressed, 0, 0, 0, 0])
  const handle = Buffer.from([0, data.length])
  const index = Buffer.concat([
    Buffer.from([0, 1, handle.length]),
    Buffer.from('k'),
    handle,
    Buffer.from([0, 0, 0, 0, 1, 0, 0, 0]),
  ])
  const footer = Buffer.alloc(48)
  footer.set([0, 0, data.length + 5, index.length], 0)
  return Buffer.concat([data, trailer(1), index, trailer(0), footer])
}
