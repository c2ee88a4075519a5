import { type HttpBindings, type ServerType, serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { ApiError } from './api-error.ts'
import { Collection, type Held, readSchema, refuseUnknown } from './collection.ts'
import { parseFilter } from './filter.ts'
import { type SearchParams, search } from './search.ts'

/** Faults that the double can show. */
export interface Faults {
  /** Connections break before an answer. */
  isDown?: boolean
  /** Delay of every answer. */
  delayMs?: number
  /** Searches whose body contains this take a minute. */
  slowText?: string
  /** Duration of dropping a collection. */
  dropMs?: number
  /** Only this share of each collection's documents is loaded yet, as after a restart. */
  loadedShare?: number
  /** Documents with these ids fail to import, line by line. */
  refusedIds?: string[]
}

/** Longest query string; longer searches go through `multi_search`. */
const QUERY_STRING_MAX = 4000
const SLOW_MS = 60_000

/** Searches in one `multi_search` unless `limit_multi_searches` says otherwise. */
const MULTI_SEARCHES_MAX = 50

/**
 * A test double of a Typesense server: the calls this project makes, over HTTP, in memory. It refuses
 * anything else with an error in Typesense's form.
 */
export class TypesenseDouble {
  readonly apiKey = 'double-key'
  readonly collections = new Map<string, Collection>()
  readonly aliases = new Map<string, string>()
  faults: Faults = {}
  /** Requests that arrived, whatever their outcome. */
  requests = 0

  private constructor(
    private readonly server: ServerType,
    readonly url: string,
  ) {}

  /** Starts one on a free loopback port. */
  static async start(): Promise<TypesenseDouble> {
    const app = new Hono<{ Bindings: HttpBindings }>()
    return new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
        const double = new TypesenseDouble(server, `http://127.0.0.1:${port}`)
        double.route(app)
        resolve(double)
      })
    })
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      if ('closeAllConnections' in this.server) this.server.closeAllConnections()
    })
  }

  private route(app: Hono<{ Bindings: HttpBindings }>): void {
    app.onError((error, c) =>
      error instanceof ApiError
        ? c.json({ message: error.message }, error.status)
        : c.json({ message: error.message }, 500),
    )
    app.notFound((c) => c.json({ message: 'Not Found' }, 404))
    app.use(async (c, next) => {
      this.requests += 1
      if (this.faults.delayMs) await new Promise((end) => setTimeout(end, this.faults.delayMs))
      if (this.faults.isDown) c.env.incoming.socket.destroy()
      const isOpen = c.req.path === '/health'
      if (!isOpen && c.req.header('x-typesense-api-key') !== this.apiKey) {
        throw new ApiError(401, 'Forbidden - a valid `x-typesense-api-key` header must be sent.')
      }
      if (new URL(c.req.url).search.length > QUERY_STRING_MAX) {
        throw new ApiError(400, `Query string exceeds max allowed length of ${QUERY_STRING_MAX}.`)
      }
      await next()
    })
    app.get('/health', (c) => c.json({ ok: true }))
    app.get('/stats.json', (c) =>
      c.json({ total_requests_per_second: 0, pending_write_batches: 0 }),
    )
    this.routeCollections(app)
    this.routeDocuments(app)
    app.post('/multi_search', async (c) => {
      refuseUnknown(c.req.query(), [], 'query parameter')
      const { searches, ...rest } = await c.req.json<{ searches: SearchParams[] }>()
      const { slowText } = this.faults
      if (slowText && JSON.stringify(searches).includes(slowText)) {
        await new Promise((end) => setTimeout(end, SLOW_MS).unref())
      }
      refuseUnknown(rest, [], 'body parameter')
      if (searches.length > MULTI_SEARCHES_MAX) {
        throw new ApiError(
          400,
          'Number of multi searches exceeds `limit_multi_searches` parameter.',
        )
      }
      return c.json({ results: searches.map((params) => this.searchOrError(params)) })
    })
  }

  private routeCollections(app: Hono<{ Bindings: HttpBindings }>): void {
    app.post('/collections', async (c) => {
      const schema = readSchema(await c.req.json())
      if (this.collections.has(schema.name)) {
        throw new ApiError(409, `A collection with name \`${schema.name}\` already exists.`)
      }
      const collection = new Collection(schema)
      this.collections.set(schema.name, collection)
      return c.json(this.describe(collection), 201)
    })
    app.get('/collections', (c) =>
      c.json([...this.collections.values()].map((collection) => this.describe(collection))),
    )
    app.get('/collections/:name', (c) => c.json(this.describe(this.collection(c))))
    app.delete('/collections/:name', async (c) => {
      if (this.faults.dropMs) await new Promise((end) => setTimeout(end, this.faults.dropMs))
      const collection = this.collection(c)
      this.collections.delete(collection.schema.name)
      return c.json(this.describe(collection))
    })
    app.get('/aliases', (c) =>
      c.json({
        aliases: [...this.aliases].map(([name, target]) => ({ name, collection_name: target })),
      }),
    )
    app.put('/aliases/:name', async (c) => {
      const body = await c.req.json<{ collection_name: string }>()
      refuseUnknown(body, ['collection_name'], 'alias parameter')
      this.aliases.set(c.req.param('name'), body.collection_name)
      return c.json({ name: c.req.param('name'), ...body })
    })
    app.get('/aliases/:name', (c) => c.json(this.alias(c.req.param('name'))))
    app.delete('/aliases/:name', (c) => {
      const alias = this.alias(c.req.param('name'))
      this.aliases.delete(alias.name)
      return c.json(alias)
    })
  }

  private routeDocuments(app: Hono<{ Bindings: HttpBindings }>): void {
    const base = '/collections/:name/documents'
    app.post(`${base}/import`, async (c) => {
      // The official client sends its own `throwOnFail` along.
      refuseUnknown(c.req.query(), ['action', 'batch_size', 'throwOnFail'], 'query parameter')
      const action = actionOf(c)
      const collection = this.collection(c)
      const lines = (await c.req.text()).split('\n').filter((line) => line.trim() !== '')
      return c.text(lines.map((line) => this.importLine(collection, line, action)).join('\n'))
    })
    app.get(`${base}/export`, (c) => {
      refuseUnknown(c.req.query(), ['filter_by'], 'query parameter')
      const documents = this.matching(this.collection(c), c.req.query('filter_by'))
      return c.text(documents.map(({ document }) => JSON.stringify(document)).join('\n'))
    })
    app.post(base, async (c) => {
      refuseUnknown(c.req.query(), ['action'], 'query parameter')
      return c.json(this.collection(c).write(parse(await c.req.text()), actionOf(c)), 201)
    })
    app.delete(base, (c) => {
      refuseUnknown(c.req.query(), ['filter_by', 'batch_size'], 'query parameter')
      const filter = c.req.query('filter_by')
      if (!filter) throw new ApiError(400, 'Parameter `filter_by` must be provided.')
      const collection = this.collection(c)
      const gone = this.matching(collection, filter)
      for (const { document } of gone) collection.held.delete(document.id)
      return c.json({ num_deleted: gone.length })
    })
    app.get(`${base}/search`, (c) => c.json(this.search(this.collection(c), c.req.query())))
    app.get(`${base}/:id`, (c) => c.json(this.document(c).document))
    app.delete(`${base}/:id`, (c) => {
      const { document } = this.document(c)
      this.collection(c).held.delete(document.id)
      return c.json(document)
    })
  }

  private alias(name: string): { name: string; collection_name: string } {
    const target = this.aliases.get(name)
    if (target === undefined) throw new ApiError(404, 'Collection not found')
    return { name, collection_name: target }
  }

  private collection(c: Context): Collection {
    return this.collectionNamed(c.req.param('name') ?? '')
  }

  private collectionNamed(name: string): Collection {
    const collection = this.collections.get(this.aliases.get(name) ?? name)
    if (!collection) throw new ApiError(404, 'Collection not found')
    return collection
  }

  private document(c: Context): Held {
    const id = c.req.param('id') ?? ''
    const held = this.collection(c).held.get(id)
    if (!held) throw new ApiError(404, `Could not find a document with id: ${id}`)
    return held
  }

  private describe(collection: Collection) {
    const { schema } = collection
    return { ...schema, num_documents: this.visible(collection).length, created_at: 0 }
  }

  /** The documents that searches see: not all of them while the double simulates a restart. */
  private visible(collection: Collection): Held[] {
    const all = [...collection.held.values()]
    return all.slice(0, Math.floor(all.length * (this.faults.loadedShare ?? 1)))
  }

  private matching(collection: Collection, filter: string | undefined): Held[] {
    const visible = this.visible(collection)
    return filter ? visible.filter(parseFilter(filter, collection)) : visible
  }

  private search(collection: Collection, params: SearchParams) {
    return search(collection, params, this.visible(collection))
  }

  /** A fault of one search in several takes its place and leaves the others alone. */
  private searchOrError(params: SearchParams) {
    try {
      return this.search(this.collectionNamed(String(params.collection)), params)
    } catch (error) {
      if (error instanceof ApiError) return { code: error.status, error: error.message }
      throw error
    }
  }

  private importLine(collection: Collection, line: string, action: 'create' | 'upsert'): string {
    try {
      const body = parse(line)
      if (this.faults.refusedIds?.includes(String((body as { id?: string }).id))) {
        throw new ApiError(400, 'Refused by the test.')
      }
      collection.write(body, action)
      return JSON.stringify({ success: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { message, status } = error
      return JSON.stringify({ success: false, error: message, code: status })
    }
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ApiError(400, 'Bad JSON.')
  }
}

function actionOf(c: Context): 'create' | 'upsert' {
  const action = c.req.query('action') ?? 'create'
  if (action === 'create' || action === 'upsert') return action
  throw new ApiError(400, `This double does not know the action \`${action}\`.`)
}
