import type { ListRow } from '#db/schema/lists.ts'
import type { Device } from '#sync/client/device.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import type { OutboxEntry } from './outbox-store.ts'

/** The present rows that a copy needs. */
export interface CopySource {
  /** @param team whose list it is; the account's own without one. */
  list(id: string, team?: string | null): Promise<Pick<ListRow, 'name' | 'description'> | undefined>
  note(candidateId: string): Promise<string | null>
}

/** @param query the device's, which holds the rejected mutation. */
export function copySource(query: Device['query']): CopySource {
  return {
    list: async (id, team = null) => (await query('lists.one', { id, team }))[0],
    note: async (candidate_id) =>
      (await query('candidates.one', { candidate_id }))[0]?.note ?? null,
  }
}

export interface NewRow {
  name: MutationName
  args: unknown
}

type Copy<N extends MutationName> = (
  args: MutationArgs<N>,
  source: CopySource,
) => NewRow | Promise<NewRow>

const fresh = () => crypto.randomUUID()

/** Name of a copy whose list is not known any more. */
const UNNAMED = 'Copy'

const COPIES: { [N in MutationName]?: Copy<N> } = {
  'lists.create': (args) => ({ name: 'lists.create', args: { ...args, id: fresh() } }),
  'lists.rename': ({ name }) => ({ name: 'lists.create', args: { id: fresh(), name } }),
  async 'lists.describe'({ owner, id, description }, source) {
    const name = (await source.list(id, owner))?.name ?? UNNAMED
    return { name: 'lists.create', args: { id: fresh(), name, description } }
  },
  async 'members.add'({ owner, list_id, candidate_ids }, source) {
    const name = (await source.list(list_id, owner))?.name ?? UNNAMED
    return { name: 'lists.create', args: { id: fresh(), name, candidate_ids } }
  },
  /** A person has one note, so the copy joins both texts. */
  async 'candidates.note'({ candidate_id, note }, source) {
    const previous = await source.note(candidate_id)
    const both = [previous, note].filter(Boolean).join('\n\n')
    return { name: 'candidates.note', args: { candidate_id, note: both, previous } }
  },
  'searches.create': (args) => ({ name: 'searches.create', args: { ...args, id: fresh() } }),
  'templates.create': (args) => ({ name: 'templates.create', args: { ...args, id: fresh() } }),
  'templates.update': ({ changes }) => ({
    name: 'templates.create',
    args: { ...changes, id: fresh() },
  }),
}

/** Whether a mutation's content can be kept as a new row. */
export const canCopy = ({ name }: OutboxEntry): boolean => name in COPIES

/**
 * The mutations that keep the content of a rejected one, and of its dependents, as new rows of the
 * account itself: a team may be why it was rejected.
 * @returns null where there is nothing to keep.
 */
export async function copyOf(
  [head, ...dependants]: readonly OutboxEntry[],
  source: CopySource,
): Promise<NewRow[] | null> {
  const copy = head && (COPIES[head.name] as Copy<MutationName> | undefined)
  if (!copy) return null
  const made = await copy(head.args as never, source)
  const oldId = (head.args as { id?: string }).id
  const newId = (made.args as { id?: string }).id
  // Dependents refer to the row that was never created; they get the new row's id.
  const moved = dependants.map(({ name, args }) => ({
    name,
    args: Object.fromEntries(
      Object.entries(args as object).map(([key, value]) => [
        key,
        value === oldId && oldId !== undefined ? newId : value,
      ]),
    ),
  }))
  return [made, ...moved].map(({ name, args }) => {
    const { owner: _, ...own } = args as { owner?: string }
    return { name, args: own }
  })
}
