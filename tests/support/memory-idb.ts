/*
 * The functions of `idb` that our code uses, in memory, for `vi.mock('idb', …)`: values are copied
 * in and out, and only its own calls are waited for.
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

  async clear(): Promise<void> {
    this.values.clear()
  }
}

const databases = new Map<string, Map<string, Store>>()

interface Connection {
  /** Ends it, as a browser does that stops its database process. */
  lose(): void
  /** Asks its holder to close it, as another tab does that upgrades or deletes the database. */
  askToClose(): void
}

let connections: Connection[] = []

/** Nothing was ever kept. */
export function forgetDatabases(): void {
  databases.clear()
  connections = []
}

export const databaseNames = () => [...databases.keys()]

/** Ends every open connection, as Safari does to an app in the background. */
export function loseConnections(): void {
  for (const { lose } of connections.splice(0)) lose()
}

/** Asks the holders of all open connections to close them. */
export function askConnectionsToClose(): void {
  for (const { askToClose } of connections.splice(0)) askToClose()
}

interface Callbacks {
  upgrade(database: object): void
  blocking?(current: number, blocked: number | null, event: { target: object }): void
  terminated?(): void
}

/** Replaces the function of `idb`, with databases in memory. */
export async function openDB(
  name: string,
  version: number,
  { upgrade, blocking, terminated }: Callbacks,
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
    objectStoreNames: [...stores.keys()],
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
    clear: async (store: string) => storeOf(store).clear(),
    transaction: (store: string) => ({ store: storeOf(store), done: Promise.resolve() }),
    close() {
      isClosed = true
    },
  }
  if (isNew) upgrade(database)
  connections.push({
    lose() {
      if (isClosed) return
      isClosed = true
      terminated?.()
    },
    askToClose: () => blocking?.(version, null, { target: database }),
  })
  return database
}
