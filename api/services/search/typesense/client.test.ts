import { expect, test } from 'vitest'
import { TypesenseDouble } from '#tests/support/typesense-double/server.ts'
import { ask, connectTypesense } from './client.ts'

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
