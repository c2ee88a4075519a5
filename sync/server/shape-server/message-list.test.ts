import { expect, it } from 'vitest'
import { streamOf } from './message-list.ts'

it('a body opens nothing before it is read, and lets go of all when it is given up', async () => {
  const told: string[] = []
  async function* pieces() {
    told.push('opened')
    try {
      yield Buffer.from('one')
      yield Buffer.from('two')
    } finally {
      told.push('closed')
    }
  }
  const unread = streamOf(pieces())
  await new Promise(setImmediate)
  expect(told).toEqual([])
  await unread.cancel()
  expect(told).toEqual([])

  const reader = streamOf(pieces()).getReader()
  expect((await reader.read()).value?.toString()).toBe('one')
  expect(told).toEqual(['opened'])
  await reader.cancel()
  expect(told).toEqual(['opened', 'closed'])
})
