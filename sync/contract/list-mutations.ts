import { z } from 'zod'
import { CHANGED_MEMBERS_MAX, type ListRow } from '#db/schema/lists.ts'
import { DESCRIPTION_MAX, ownedName, ownedText } from '#db/schema/owned-text.ts'
import { AppError } from './errors.ts'
import { addMembers, liveList } from './list-rows.ts'
import { assertNotMoved, define, gone, id, mustWrite, owner } from './mutation.ts'
import type { MutationTx } from './rows.ts'

/* Lists; the people on them are in `member-mutations.ts`. */

/** Lists that a mutation may combine into a new one. */
const COMBINED_LISTS_MAX = 20

/** How a list is made of others: who is on any of them, on all, or on the first alone. */
export const COMBINATIONS = ['union', 'intersection', 'difference'] as const
export type Combination = (typeof COMBINATIONS)[number]

const description = ownedText(DESCRIPTION_MAX).nullable()

export const LIST_MUTATIONS = {
  /** Creates a list with its first people, so that it is never shown without them. */
  'lists.create': define({
    args: z.object({
      owner,
      id,
      name: ownedName,
      description: description.default(null),
      candidate_ids: z.array(id).max(CHANGED_MEMBERS_MAX).default([]),
    }),
    action: 'lists.create',
    inTeam: 'lists.write',
    alsoAction: ({ candidate_ids }) => (candidate_ids.length > 0 ? 'lists.fill' : undefined),
    creates: (args) => `lists:${args.id}`,
    async run(tx, { owner: _, candidate_ids, ...list }) {
      await tx.insert('lists', [
        { ...list, created_at: tx.now, updated_at: tx.now, deleted_at: null },
      ])
      await addMembers(tx, list.id, candidate_ids)
    },
  }),

  /**
   * Creates a list from others, with the people that those have when the mutation runs. It names the
   * lists, and so takes lists of any length. People keep the day they were added and, with the same
   * owner, their stage.
   */
  'lists.combine': define({
    args: z.object({
      owner,
      id,
      name: ownedName,
      description: description.default(null),
      how: z.enum(COMBINATIONS),
      of: z.array(z.object({ owner, id })).min(1).max(COMBINED_LISTS_MAX),
    }),
    action: 'lists.create',
    inTeam: 'lists.write',
    alsoAction: () => 'lists.fill',
    takesFrom: (args) =>
      args.of.flatMap(({ owner }) => (owner === undefined || owner === args.owner ? [] : [owner])),
    creates: (args) => `lists:${args.id}`,
    async run(tx, { owner, id, name, description, how, of }) {
      // A second run would add people who were put on the other lists since.
      if (await tx.get('lists', { id })) return
      const sources: FoundMember[][] = []
      for (const source of of) {
        const there = tx.of(source.owner ?? tx.by)
        const list = await there.get('lists', { id: source.id })
        if (!list || list.deleted_at) throw gone('list')
        const members = await findMembers(there, source.id)
        sources.push(
          members.map((member) => (source.owner === owner ? member : withoutWork(member))),
        )
      }
      const now = { created_at: tx.now, updated_at: tx.now, deleted_at: null }
      await tx.insert('lists', [{ id, name, description, ...now }])
      const people = combined(how, sources)
      await tx.insert(
        'list_members',
        people.map((member) => ({ ...member, list_id: id })),
      )
    },
  }),

  'lists.rename': define({
    args: z.object({ owner, id, name: ownedName, previous: z.string() }),
    action: 'lists.tidy',
    inTeam: 'lists.write',
    about: (args) => `lists:${args.id}`,
    async run(tx, { id, name, previous }) {
      const list = await liveList(tx, id)
      if (mustWrite(list.name, previous, name, list)) {
        await tx.update('lists', { id }, { name, updated_at: tx.now })
      }
    },
  }),

  'lists.describe': define({
    args: z.object({ owner, id, description, previous: z.string().nullable() }),
    action: 'lists.tidy',
    inTeam: 'lists.write',
    about: (args) => `lists:${args.id}`,
    async run(tx, { id, description, previous }) {
      const list = await liveList(tx, id)
      if (mustWrite(list.description, previous, description, list)) {
        await tx.update('lists', { id }, { description, updated_at: tx.now })
      }
    },
  }),

  'lists.delete': define({
    args: z.object({ owner, id }),
    action: 'lists.tidy',
    inTeam: 'lists.delete_own',
    about: (args) => `lists:${args.id}`,
    async run(tx, { id }) {
      const list = await tx.get('lists', { id })
      if (list) {
        assertNotMoved(list)
        assertMayDelete(tx, list)
      }
      // The list was purged already, or never belonged to this owner: the wanted state holds.
      if (!list || list.deleted_at) return
      await tx.update('lists', { id }, { deleted_at: tx.now, updated_at: tx.now })
    },
  }),

  'lists.restore': define({
    args: z.object({ owner, id }),
    action: 'lists.tidy',
    inTeam: 'lists.delete_own',
    about: (args) => `lists:${args.id}`,
    async run(tx, { id }) {
      const list = await tx.get('lists', { id })
      if (!list) throw gone('list')
      assertNotMoved(list)
      assertMayDelete(tx, list)
      if (list.deleted_at) {
        await tx.update('lists', { id }, { deleted_at: null, updated_at: tx.now })
      }
    },
  }),

  /**
   * Moves a list with its people and their steps into a team, or one of a team to the account. A list
   * that a team got leaves a row behind that names the team, for edits that were made before. A team's
   * list that other members worked on only its managers move out: the team would lose that work.
   */
  'lists.move': define({
    args: z
      .object({ owner, to: owner, id })
      .refine(
        ({ owner, to }) => (owner === undefined) !== (to === undefined),
        'one of two is a team',
      ),
    action: 'lists.tidy',
    inTeam: 'lists.delete_own',
    movesTo: ({ to }) => to ?? null,
    takesFrom: ({ owner }) => (owner === undefined ? [] : [owner]),
    about: (args) => `lists:${args.id}`,
    async run(tx, { owner, to, id }) {
      const there = tx.of(to ?? tx.by)
      const list = await tx.get('lists', { id })
      const arrived = await there.get('lists', { id })
      if (arrived && !arrived.deleted_at && (!list || list.moved_to)) return
      if (!list || list.deleted_at) throw gone('list')
      if (arrived && !arrived.moved_to) throw new AppError('invalid_input', 'That list is there.')
      assertMayDelete(tx, list)
      if (owner !== undefined && (await hasWorkOfOthers(tx, id))) tx.assertInTeam('lists.delete')
      const { name, description, created_at } = list
      const moved = { name, description, updated_at: tx.now, deleted_at: null, moved_to: null }
      if (arrived) await there.update('lists', { id }, moved)
      else await there.insert('lists', [{ id, created_at, ...moved }])
      await tx.move('list_members', { list_id: id }, to ?? tx.by)
      await tx.move('activities', { list_id: id }, to ?? tx.by)
      // The other members need not know to which account a list of the team goes.
      if (owner !== undefined) {
        await tx.delete('lists', [{ id }])
        await tx.eraseHistory(['lists', 'list_members', 'activities'])
      } else {
        await tx.update('lists', { id }, { moved_to: to, deleted_at: tx.now, updated_at: tx.now })
      }
    },
  }),
}

/** Only its creator and managers may delete a list of a team. */
function assertMayDelete(tx: MutationTx, { created_by }: ListRow): void {
  if (created_by !== tx.by) tx.assertInTeam('lists.delete')
}

/** Whether people on a list, or steps with them, are of other accounts than its mover. */
async function hasWorkOfOthers(tx: MutationTx, list_id: string): Promise<boolean> {
  return (
    (await tx.isMadeByOthers('list_members', { list_id, removed_at: null })) ||
    (await tx.isMadeByOthers('activities', { list_id }))
  )
}

type FoundMember = Awaited<ReturnType<typeof findMembers>>[number]
const findMembers = (tx: MutationTx, list_id: string) =>
  tx.find('list_members', { list_id, removed_at: null })

/** The columns of a member without those that are only of its present owner. */
const withoutWork = ({ list_id, candidate_id, added_at }: FoundMember): FoundMember => ({
  ...{ list_id, candidate_id, added_at },
  ...{ stage: null, stage_by: null, stage_at: null, assigned_to: null, assigned_at: null },
  removed_at: null,
})

/** Combines the people of lists; each is taken from the first list that has the person. */
function combined(how: Combination, lists: readonly FoundMember[][]): FoundMember[] {
  const byPerson = lists.map(
    (members) => new Map(members.map((member) => [member.candidate_id, member])),
  )
  const [first = new Map<string, FoundMember>(), ...others] = byPerson
  if (how === 'union') {
    return [...new Map([...byPerson].reverse().flatMap((people) => [...people])).values()]
  }
  return [...first.values()].filter(({ candidate_id }) =>
    how === 'intersection'
      ? others.every((people) => people.has(candidate_id))
      : !others.some((people) => people.has(candidate_id)),
  )
}
