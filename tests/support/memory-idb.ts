/*
 * What our code uses of `idb`, in memory, for `vi.mock('idb', …)`: values are copied in and out, and
 * nothing but its own calls is waited for.
 */

interface Options {
  keyPath?: string
  autoIncrement?: boolean
}

class Store {
  private readonly values = new Map<unknown, Record<string, unknown>>()
  private last = 0

  constructor(readonly options: Options) {}

  createIndex(): void {}

  /** Each index here is unique, and named like its column. */
  index(column: string) {
    return {
      getKey: async (value: unknown) =>
        [...this.values].find(([, kept]) => kept[column] === value)?.[0],
    }
  }

  async get(key: unknown): Promise<unknown> {
    return structuredClone(this.values.get(key))
  }

  async getKey(key: unknown): Promise<unknown> {
    return this.values.has(key) ? key : undefined
  }

  async getAllKeys(): Promise<unknown[]> {
    return [...this.values.keys()]
  }

  async getAll(): Promise<unknown[]> {
    return [...this.values.values()].map((value) => structuredClone(value))
  }

  async put(value: unknown, outside?: unknown): Promise<unknown> {
    const { keyPath = '' } = this.options
    const copy = structuredClone(value) as Record<string, unknown>
    const key = outside ?? copy[keyPath] ?? ++this.last
    if (keyPath) copy[keyPath] = key
    this.values.set(key, copy)
    return key
  }

  add(value: unknown): Promise<unknown> {
    return this.put(value)
  }

  async delete(key: unknown): Promise<void> {
    this.values.delete(key)
  }
}

const databases = new Map<string, Map<string, Store>>()

/** What ends each open connection, as a browser does that stops its database process. */
let losses: (() => void)[] = []

/** Nothing was ever kept. */
export function forgetDatabases(): void {
  databases.clear()
  losses = []
}

export const databaseNames = () => [...databases.keys()]

/** Ends every open connection, as Safari does to an app in the background. */
export function loseConnections(): void {
  for (const lose of losses.splice(0)) lose()
}

/** In the place of the function of `idb`, with databases in memory. */
export async function openDB(
  name: string,
  _version: number,
  { upgrade, terminated }: { upgrade(database: object): void; terminated?(): void },
) {
  const isNew = !databases.has(name)
  const stores = databases.get(name) ?? new Map<string, Store>()
  databases.set(name, stores)
  let isClosed = false
  function storeOf(store: string): Store {
    if (isClosed) throw new DOMException('The connection is closed.', 'InvalidStateError')
    return stores.get(store) ?? new Store({})
  }
  const database = {
    createObjectStore(store: string, options: Options = {}) {
      const made = new Store(options)
      stores.set(store, made)
      return made
    },
    get: async (store: string, key: unknown) => storeOf(store).get(key),
    getAll: async (store: string) => storeOf(store).getAll(),
    getAllKeys: async (store: string) => storeOf(store).getAllKeys(),
    put: async (store: string, value: unknown, key?: unknown) => storeOf(store).put(value, key),
    delete: async (store: string, key: unknown) => storeOf(store).delete(key),
    transaction: (store: string) => ({ store: storeOf(store), done: Promise.resolve() }),
    close() {
      isClosed = true
    },
  }
  if (isNew) upgrade(database)
  losses.push(() => {
    if (isClosed) return
    isClosed = true
    terminated?.()
  })
  return database
}
