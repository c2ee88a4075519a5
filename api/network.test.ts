import { expect, it } from 'vitest'
import { clientNetwork, limitKey } from './network.ts'

it.each([
  ['no proxy is trusted: the header is only talk', '203.0.113.9', '1.2.3.4', [], '203.0.113.9'],
  ['our proxy says who called it', '10.0.0.1', '203.0.113.9', ['10.0.0.1'], '203.0.113.9'],
  [
    'what the caller wrote stands further left',
    '10.0.0.1',
    '6.6.6.6, 203.0.113.9',
    ['10.0.0.1'],
    '203.0.113.9',
  ],
  [
    'two proxies of ours, by range',
    '10.0.0.1',
    '203.0.113.9, 10.0.7.7',
    ['10.0.0.0/16'],
    '203.0.113.9',
  ],
  [
    'rubbish in the header names nobody',
    '10.0.0.1',
    '203.0.113.9, <script>',
    ['10.0.0.1'],
    '10.0.0.1',
  ],
  ['our proxy without a header', '10.0.0.1', undefined, ['10.0.0.1'], '10.0.0.1'],
  ['IPv4 through a dual-stack socket', '::ffff:203.0.113.9', undefined, [], '203.0.113.9'],
  ['IPv6', '2001:db8::1', '2001:db8:1::5', ['2001:db8::/48'], '2001:db8:1::5'],
  ['no socket at all', '', '1.2.3.4', ['10.0.0.1'], ''],
])('%s', (_title, socket, header, proxies, client) => {
  expect(clientNetwork(socket, header, proxies)).toBe(client)
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['', ''],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0:ffff::7', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:203.0.113.9', '1:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2::6:7:8:192.0.2.1', '1:2:0:6::/64'],
])('counts %s under %s', (address, key) => {
  expect(limitKey(address)).toBe(key)
})
