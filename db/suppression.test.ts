import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isSuppressed, suppressionHashes, suppressionKey } from './suppression.ts'

const KEY = Buffer.from('a key')
const hex = (person: Parameters<typeof suppressionHashes>[1], key = KEY) =>
  suppressionHashes(key, person).map(({ hash }) => hash.toString('hex'))

it.each([
  [{ emails: ['bea@example.com'] }, { emails: [' BEA@Example.com'] }],
  [{ phones: ['(514) 555-0102'] }, { phones: ['+1 514.555.0102'] }],
  [{ npi: '1000000011' }, { npi: ' 1000000011' }],
])('knows %j as %j', (one, other) => {
  expect(hex(one)).toEqual(hex(other))
  expect(isSuppressed(new Set(hex(one)), KEY, other)).toBe(true)
  expect(hex(one)).not.toEqual(hex(one, Buffer.from('another key')))
})

it('keeps a telephone number and an NPI of the same digits apart', () => {
  expect(hex({ npi: '2125550100' })).not.toEqual(hex({ phones: ['2125550100'] }))
})

it('has nothing to say of a person without marks', () => {
  expect(hex({ npi: null, emails: [null, ' '], phones: [undefined, '-'] })).toEqual([])
})

it('makes a key once, for its owner alone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinidex-key-'))
  const options = { given: undefined, dataDir, isProduction: false }
  const keys = await Promise.all(Array.from({ length: 20 }, () => suppressionKey(options)))
  expect(new Set(keys.map(String))).toEqual(new Set([String(await suppressionKey(options))]))
  expect(String(keys[0])).toMatch(/^[0-9a-f]{64}$/)
  expect((await stat(join(dataDir, 'suppression.key'))).mode & 0o777).toBe(0o600)
  await rm(dataDir, { recursive: true })
})

it('must be given a key in production', async () => {
  const options = { given: undefined, dataDir: '/nonexistent', isProduction: true }
  await expect(suppressionKey(options)).rejects.toThrow('SUPPRESSION_KEY')
  expect(await suppressionKey({ ...options, given: 'x' })).toEqual(Buffer.from('x'))
})
