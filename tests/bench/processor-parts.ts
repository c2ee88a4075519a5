import type { Profiler } from 'node:inspector'

/** The parts of a search's processor time in the server's main thread. */
export const PARTS = [
  'engine',
  'understanding',
  'postgres',
  'session',
  'limits',
  'validation',
  'answer',
  'figures',
  'hono',
  'http',
  'collection',
  'other',
] as const
export type Part = (typeof PARTS)[number]
export type PartShares = Record<Part, number>

/** Matches the path of a file; the first match counts. */
const FILES: readonly [RegExp, Part][] = [
  [/^wasm:|services\/search\/(embedded|selection)/, 'engine'],
  [/services\/search\//, 'understanding'],
  [/node_modules\/postgres\/|services\/directory\//, 'postgres'],
  [/middleware\/session|services\/(auth|accounts)|better-auth/, 'session'],
  [/rate-limit|api\/network\./, 'limits'],
  [/node_modules\/zod\/|zod-validator/, 'validation'],
  [/services\/(figures|metrics)|prom-client|request-(log|metrics)|node_modules\/pino/, 'figures'],
  [/@hono\/node-server/, 'http'],
  [/node_modules\/(@hono|hono)\//, 'hono'],
  [/routes\/search|middleware\/timed/, 'answer'],
  [/\/api\//, 'hono'],
]

/**
 * The share of each part in a profile, idle time aside. Node's own functions count for the file that
 * called them: a write to PostgreSQL's socket is the driver's, one without a caller is HTTP.
 */
export function partShares({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): PartShares {
  const shares = Object.fromEntries(PARTS.map((part) => [part, 0])) as PartShares
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const callers = new Map<number, Profiler.ProfileNode>()
  for (const node of nodes) for (const child of node.children ?? []) callers.set(child, node)
  const partOf = (id: number): Part | undefined => {
    for (let node = byId.get(id); node; node = callers.get(node.id)) {
      const { url, functionName } = node.callFrame
      if (functionName === '(idle)') return undefined
      if (functionName === '(garbage collector)') return 'collection'
      if (functionName === '(program)') return 'other'
      if (url === '' || url.startsWith('node:')) continue
      return FILES.find(([file]) => file.test(url))?.[1] ?? 'other'
    }
    return 'http'
  }
  let total = 0
  for (const [index, id] of samples.entries()) {
    const part = partOf(id)
    const time = timeDeltas[index] ?? 0
    if (part === undefined) continue
    shares[part] += time
    total += time
  }
  for (const part of PARTS) shares[part] /= Math.max(1, total)
  return shares
}
