import { expect, it } from 'vitest'
import { following, inserted, mustRefetch, queryOf, says } from '#tests/support/followed-shape.ts'
import { soon } from '#tests/support/soon.ts'
import { RequestLimit } from './request-limit.ts'
import { REQUESTS_PER_MINUTE } from './shape-streams.ts'

/** A shape of so many parts, each a row. */
const parts = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    says([inserted(index)], {
      offset: `0_${index}`,
      upToDate: index === count - 1 ? '5' : null,
    }),
  )

it('fetches a shape of many parts without a pause', async () => {
  const { batches, sent } = following(parts(50))
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent).toHaveLength(50)
})

it('pauses when what it is sent cannot be written again and again', async () => {
  const onBatch = () => Promise.reject(new Error('It does not add up.'))
  const answers = Array.from({ length: 25 }, () => parts(2)).flat()
  const { sent, onPaused } = following(answers, { onBatch })
  await soon(() => expect(onPaused).toHaveBeenCalledTimes(1))
  expect(sent.filter((request) => queryOf(request).offset === '-1')).toHaveLength(5)
})

it('pauses when it is sent back to the start again and again', async () => {
  const answers = Array.from({ length: 25 }, (_, index) => [
    mustRefetch(`h${index}`),
    says([inserted(index)], { handle: `h${index}`, offset: '0_0', upToDate: null }),
  ]).flat()
  const { sent, onPaused } = following(answers, { cursor: {} })
  await soon(() => expect(onPaused).toHaveBeenCalledTimes(1))
  expect(sent.length).toBeLessThanOrEqual(40)
})

it('pauses when it is answered the same again and again', async () => {
  const answers = Array.from({ length: 25 }, () => says([], { offset: '4_0' }))
  const { sent, onPaused } = following(answers, { cursor: {} })
  await soon(() => expect(onPaused).toHaveBeenCalledTimes(1))
  expect(sent).toHaveLength(20)
})

/** A shape of two parts of which the second cannot be read. */
const unreadable = () => [
  says([inserted(1)], { offset: '0_0', upToDate: null }),
  says([{ headers: { event: 'move-out' } }], { offset: '0_1' }),
]

it('pauses over a shape that cannot be read, longer each time, and goes on once it can be', async () => {
  // A second in place of a minute.
  const limit = new RequestLimit(REQUESTS_PER_MINUTE, 1 / 60)
  const answers = Array.from({ length: 6 }, unreadable).flat()
  const { sent, batches, onPaused } = following([...answers, ...parts(2)], { limit })
  const starts = () => sent.filter((request) => queryOf(request).offset === '-1')
  await soon(() => expect(onPaused).toHaveBeenCalledTimes(1))
  expect(starts()).toHaveLength(5)
  await soon(() => expect(batches).toHaveLength(1))
  const [before = 0, one = 0, two = 0] = starts()
    .slice(4)
    .map(({ at }) => at)
  expect(one - before).toBeGreaterThanOrEqual(1_000)
  expect(two - one).toBeGreaterThanOrEqual(2_000)
  expect(starts()).toHaveLength(7)
})
