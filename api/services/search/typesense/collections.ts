import { ask, askOrUndefined, type TypesenseClient } from './client.ts'
import { INDEX_FIELDS, INDEX_VERSION } from './index-document.ts'

/** The alias that searches use: it names the live collection. */
export const ALIAS = `candidates_v${INDEX_VERSION}`
const STATE = `${ALIAS}_state`
const GENERATION = new RegExp(`^${ALIAS}_\\d+$`)
/** Matches a collection of any release and captures that release's alias. */
const OF_ANY_RELEASE = /^(candidates_v[0-9t]+)_(?:\d+|state)$/

/** How far a collection is filled. Stored in Typesense itself, so that any process can continue. */
export interface IndexState {
  /** The collection holds every change by a transaction below this one. */
  cursor: string
  /** The database it was filled from. */
  database: string
}

/** The live collection, or undefined before the first reindex. */
export async function liveCollection(client: TypesenseClient): Promise<string | undefined> {
  const alias = await askOrUndefined(client.aliases(ALIAS).retrieve())
  return alias?.collection_name
}

/** Creates an empty collection that is not searched yet. Returns its name. */
export async function createCollection(client: TypesenseClient): Promise<string> {
  const name = `${ALIAS}_${Date.now()}`
  await ask(client.collections().create({ name, fields: INDEX_FIELDS }))
  return name
}

/** Points the alias at this collection. */
export async function makeLive(client: TypesenseClient, collection: string): Promise<void> {
  await ask(client.aliases().upsert(ALIAS, { collection_name: collection }))
}

/** Drops the collections before the live one, and those of aborted reindexes. */
export async function dropOthers(client: TypesenseClient): Promise<void> {
  const live = await liveCollection(client)
  for (const { name } of await ask(client.collections().retrieve())) {
    if (!GENERATION.test(name) || name === live) continue
    await askOrUndefined(client.collections(name).delete())
    await askOrUndefined(client.collections(STATE).documents(name).delete())
  }
}

/** The aliases of other releases whose collections still exist. */
export async function otherReleases(client: TypesenseClient): Promise<string[]> {
  const collections = await ask(client.collections().retrieve())
  const aliases = collections.flatMap(({ name }) => OF_ANY_RELEASE.exec(name)?.[1] ?? [])
  return [...new Set(aliases)].filter((alias) => alias !== ALIAS)
}

/** Drops all collections of another release. */
export async function dropRelease(client: TypesenseClient, alias: string): Promise<void> {
  await askOrUndefined(client.aliases(alias).delete())
  for (const { name } of await ask(client.collections().retrieve())) {
    if (OF_ANY_RELEASE.exec(name)?.[1] !== alias) continue
    await askOrUndefined(client.collections(name).delete())
  }
}

/** How many people a collection holds. */
export async function countDocuments(
  client: TypesenseClient,
  collection: string,
): Promise<number | undefined> {
  return (await askOrUndefined(client.collections(collection).retrieve()))?.num_documents
}

/** The state of a collection, or undefined while it is being filled. */
export async function readState(
  client: TypesenseClient,
  collection: string,
): Promise<IndexState | undefined> {
  const state = client.collections<IndexState>(STATE).documents(collection)
  return askOrUndefined(state.retrieve() as Promise<IndexState>)
}

/** Stores the state of a collection. */
export async function writeState(
  client: TypesenseClient,
  collection: string,
  state: IndexState,
): Promise<void> {
  const write = () =>
    client
      .collections<IndexState & { id: string }>(STATE)
      .documents()
      .upsert({
        id: collection,
        ...state,
      })
  if ((await askOrUndefined(write())) !== undefined) return
  await ask(
    client.collections().create({
      name: STATE,
      fields: [{ name: 'cursor', type: 'string', index: false, optional: true }],
    }),
  )
  await ask(write())
}
