import { BlockList, isIP } from 'node:net'

/**
 * The caller's network address, believed only as far as our own proxies vouch for it.
 * @param socket address of whoever is connected to us.
 * @param forwardedFor the X-Forwarded-For header: each proxy appends whom it heard from.
 * @param trustedProxies addresses or CIDR ranges of our proxies.
 * @returns empty where there is no socket (tests).
 */
export function clientNetwork(
  socket: string,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const trusted = blockList(trustedProxies)
  const hops = (forwardedFor ?? '').split(',').map((hop) => plainAddress(hop.trim()))
  let client = plainAddress(socket)
  // From the nearest hop outwards: the first one that is not ours is the caller, and what stands
  // left of it is whatever the caller liked to write.
  while (isTrusted(trusted, client)) {
    const next = hops.pop()
    if (next === undefined || isIP(next) === 0) break
    client = next
  }
  return client
}

function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

function isTrusted(list: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** IPv4 as IPv4, also where a dual-stack socket wraps it. */
function plainAddress(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.')
    ? address.slice('::ffff:'.length)
    : address
}
