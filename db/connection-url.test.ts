import { expect, it } from 'vitest'
import { connect, connectAsText, connectForRequests } from './client.ts'
import { connectionUrl } from './connection-url.ts'

const URL_TLS = 'postgres://ann:x@db.example:5432/clinidex?sslmode=verify-full'

it('another process verifies the certificate as the pool does', async () => {
  const sql = connect(URL_TLS)
  expect(connectionUrl(sql)).toBe(URL_TLS)
  await sql.end()
})

it.each([
  ['connect', (url: string) => connect(url)],
  ['connectForRequests', (url: string) => connectForRequests(url, { max: 1 })],
  ['connectAsText', (url: string) => connectAsText(url, { max: 1, settings: {} })],
])('%s refuses the file of a certificate in a URL, and says where it belongs', (_, open) => {
  expect(() => open(`${URL_TLS}&sslrootcert=/etc/ca.pem`)).toThrow('NODE_EXTRA_CA_CERTS')
})
