import { expect, test } from 'vitest'
import { TypesenseDouble } from '#tests/support/typesense-double/server.ts'
import { ask, connectTypesense, TypesenseError } from './client.ts'

test('a call that begins after the connections were closed reaches nobody and fails', async () => {
  const double = await TypesenseDouble.start()
  const client = connectTypesense({ url: double.url, apiKey: double.apiKey })
  expect(await ask(client.collections().retrieve())).toEqual([])
  client.configuration.httpAgent?.destroy()
  const before = double.requests
  await expect(ask(client.collections().retrieve())).rejects.toThrow(
    'Typesense: The connections were closed.',
  )
  expect(double.requests).toBe(before)
  await double.close()
})

test('a call goes to each node of a cluster once', () => {
  const url = 'http://one.test:8108/, http://two.test:8108'
  const { configuration } = connectTypesense({ url, apiKey: 'key' })
  expect(configuration.nodes).toHaveLength(2)
  expect(configuration.numRetries).toBe(1)
})

test.each([
  [400, 'refused'],
  [413, 'refused'],
  [422, 'refused'],
  [401, 'away'],
  [503, 'away'],
  [undefined, 'away'],
])('an answer of %s says that the server %s', (status, kind) => {
  expect(new TypesenseError('a fault', { status }).kind).toBe(kind)
})
