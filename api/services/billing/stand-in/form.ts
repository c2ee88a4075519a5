/** A decoded body or query: a text, or lists and objects of texts. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue }

/**
 * Decodes Stripe's bracketed form encoding: `a[b][0]=c` is `{ a: { b: ['c'] } }`.
 * @throws RangeError for a malformed name.
 */
export function decodeForm(text: string): Record<string, FormValue> {
  const root = emptyNode()
  for (const [name, value] of new URLSearchParams(text)) {
    const [head, ...rest] = name.split('[')
    const path = [head ?? '', ...rest.map((part) => part.replace(/\]$/, ''))]
    if (path.length > 8 || path[0] === '') throw new RangeError(`Invalid parameter: ${name}`)
    let node = root
    for (const [index, key] of path.entries()) {
      const name = key === '' ? String(node.size) : key
      if (index === path.length - 1) {
        node.set(name, value)
        break
      }
      const next = node.get(name)
      const child = next instanceof Map ? next : emptyNode()
      node.set(name, child)
      node = child
    }
  }
  return Object.fromEntries([...root].map(([key, value]) => [key, plain(value)]))
}

type Node = Map<string, string | Node>

function emptyNode(): Node {
  return new Map()
}

function plain(value: string | Node): FormValue {
  if (typeof value === 'string') return value
  const entries = [...value].map(([key, inner]) => [key, plain(inner)] as const)
  const isList = entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
