import { BlockList, isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/** The caller's address, from the socket and our own proxies; empty without a socket (tests). */
export function networkOf(c: Context<AppEnv>): string {
  const { TRUSTED_PROXIES } = c.var.parts.env
  return clientNetwork(socketAddress(c), c.req.header('x-forwarded-for'), TRUSTED_PROXIES)
}

function socketAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? ''
  } catch {
    return ''
  }
}

/**
 * The caller's network address. Only our own proxies are trusted.
 * @param socket the address of the connected peer.
 * @param forwardedFor the X-Forwarded-For header: each proxy appends the address of its own peer.
 * @param trustedProxies addresses or CIDR ranges of our proxies.
 * @returns empty without a socket (tests).
 */
export function clientNetwork(
  socket: string,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const trusted = knownProxies(trustedProxies)
  const hops = (forwardedFor ?? '').split(',').map((hop) => plainAddress(hop.trim()))
  let client = plainAddress(socket)
  // Security: from the nearest hop outwards, the first address that is not our proxy is the caller;
  // anything left of it may be forged by the caller.
  while (isTrusted(trusted, client)) {
    const next = hops.pop()
    if (next === undefined || isIP(next) === 0) break
    client = next
  }
  return client
}

const lists = new WeakMap<readonly string[], BlockList>()

/** Cached per setting: every request needs it. */
function knownProxies(entries: readonly string[]): BlockList {
  const known = lists.get(entries) ?? blockList(entries)
  lists.set(entries, known)
  return known
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

/** Prefix lengths of the largest private networks: 10.0.0.0/8 and fc00::/7; /16 is accepted in IPv6. */
const OWN_BITS = { ipv4: 8, mapped: 96 + 8, ipv6: 16 }

/** Whether a range is larger than any private network: most of its addresses belong to others. */
export function isLargerThanPrivate(range: string): boolean {
  const [address = '', prefix] = range.split('/')
  if (prefix === undefined) return false
  const isPrivate = /^f[cd]/i.test(address) && Number(prefix) >= 7
  if (isIP(address) === 4) return Number(prefix) < OWN_BITS.ipv4
  // IPv4 as dual-stack sockets write it, or a range that contains all of IPv4.
  const isMapped = /^::ffff:/i.test(address) || blockList([range]).check('0.0.0.0', 'ipv4')
  return !isPrivate && Number(prefix) < (isMapped ? OWN_BITS.mapped : OWN_BITS.ipv6)
}

/** An IPv4 address in its own form, also when a dual-stack socket mapped it into IPv6. */
function plainAddress(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.')
    ? address.slice('::ffff:'.length)
    : address
}

/** The groups of an IPv6 address that identify the network; the caller chooses the other four. */
const NETWORK_GROUPS = 4

/**
 * The key under which a limit counts an address: IPv4 as it is, IPv6 by its /64, because one
 * subscriber has all of that and could use a new address for every request.
 */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address
  const groups = (text: string) => text.split(':').filter(Boolean)
  const [left = '', right = ''] = address.split('::')
  const [head, tail] = [groups(left), groups(right)]
  // An IPv4 address at the end replaces two groups.
  const missing = 8 - head.length - tail.length - (address.includes('.') ? 1 : 0)
  const all = address.includes('::')
    ? [...head, ...Array<string>(missing).fill('0'), ...tail]
    : head
  const prefix = all
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}
