import { z } from 'zod'
import { stage } from '#db/schema/activities.ts'
import { CHANGED_MEMBERS_MAX, type ListMemberRow, type ListRow } from '#db/schema/lists.ts'
import { DESCRIPTION_MAX, ownedName, ownedText } from '#db/schema/owned-text.ts'
import { accountId, ownerId } from '#db/schema/owners.ts'
import { AppError } from './errors.ts'
import { assertNotMoved, define, gone, id, mustWrite, owner } from './mutation.ts'
import type { MutationTx } from './rows.ts'

/* Lists, and the people on them. */

/** Lists that a mutation may combine into a new one. */
const COMBINED_LISTS_MAX = 20

/** How a list is made of others: who is on any of them, on all, or on the first alone. */
export const COMBINATIONS = ['union', 'intersection', 'difference'] as const
export type Combination = (typeof COMBINATIONS)[number]

const candidateIds = z.array(id).min(1).max(CHANGED_MEMBERS_MAX)
const description = ownedText(DESCRIPTION_MAX).nullable()

export const LIST_MUTATIONS = {
  /** Takes the first people along, so that a list is never seen without them. */
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
   * Makes a list of others, whose people are those that the lists have when it runs: names them, and so
   * takes lists of any length. People keep the day they were added and, with the same owner, how far
   * they have come.
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
      // Run again, it would add who was put on the others since.
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
      // Purged already, or never this owner's: the wanted state holds.
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
   * Moves a list with its people and their trail into a team, or one of a team to the account. What
   * stays behind of one that a team got says where it is, for edits that were made before.
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
      const { name, description, created_at } = list
      const moved = { name, description, updated_at: tx.now, deleted_at: null, moved_to: null }
      if (arrived) await there.update('lists', { id }, moved)
      else await there.insert('lists', [{ id, created_at, ...moved }])
      await tx.move('list_members', { list_id: id }, to ?? tx.by)
      await tx.move('activities', { list_id: id }, to ?? tx.by)
      // The account that a team's list goes to is no concern of the others.
      if (owner !== undefined) await tx.delete('lists', [{ id }])
      else
        await tx.update('lists', { id }, { moved_to: to, deleted_at: tx.now, updated_at: tx.now })
    },
  }),

  'members.add': define({
    args: z.object({ owner, list_id: id, candidate_ids: candidateIds }),
    action: 'lists.fill',
    inTeam: 'lists.write',
    about: (args) => `lists:${args.list_id}`,
    async run(tx, { list_id, candidate_ids }) {
      await liveList(tx, list_id)
      await addMembers(tx, list_id, candidate_ids)
    },
  }),

  'members.remove': define({
    args: z.object({ owner, list_id: id, candidate_ids: candidateIds }),
    action: 'lists.tidy',
    inTeam: 'lists.write',
    about: (args) => `lists:${args.list_id}`,
    async run(tx, { list_id, candidate_ids }) {
      const list = await tx.get('lists', { id: list_id })
      if (list) assertNotMoved(list)
      await markMembers(tx, { list_id, candidate_ids }, tx.now)
    },
  }),

  /** Puts people back who were taken off, with all that is known of them there. */
  'members.restore': define({
    args: z.object({ owner, list_id: id, candidate_ids: candidateIds }),
    action: 'lists.tidy',
    inTeam: 'lists.write',
    about: (args) => `lists:${args.list_id}`,
    async run(tx, { list_id, candidate_ids }) {
      await liveList(tx, list_id)
      await markMembers(tx, { list_id, candidate_ids }, null)
    },
  }),

  /** The later one holds; both are in the trail. */
  'members.stage': define({
    args: z.object({
      owner,
      activity_id: id,
      list_id: id,
      candidate_id: id,
      stage: stage.nullable(),
    }),
    action: 'lists.tidy',
    inTeam: 'members.stage',
    about: (args) => `lists:${args.list_id}`,
    async run(tx, { activity_id, list_id, candidate_id, stage }) {
      const member = await liveMember(tx, list_id, candidate_id)
      if (member.stage === stage) return
      await tx.update(
        'list_members',
        { list_id, candidate_id },
        { stage, stage_by: tx.by, stage_at: tx.now },
      )
      await tx.insert('activities', [
        {
          id: activity_id,
          list_id,
          candidate_id,
          kind: 'stage',
          value: stage,
          created_at: tx.now,
          happened_at: tx.madeAt,
        },
      ])
    },
  }),

  /** The first holds: it is refused where another member was assigned meanwhile. */
  'members.assign': define({
    args: z.object({
      owner: ownerId,
      activity_id: id,
      list_id: id,
      candidate_id: id,
      assignee: accountId.nullable(),
      previous: accountId.nullable(),
    }),
    action: 'lists.tidy',
    inTeam: 'members.assign_self',
    about: (args) => `lists:${args.list_id}`,
    async run(tx, { activity_id, list_id, candidate_id, assignee, previous }) {
      const { assigned_to } = await liveMember(tx, list_id, candidate_id)
      if (assigned_to === assignee) return
      if (assigned_to !== previous) {
        throw new AppError('taken', 'This person was assigned to another member meanwhile.', {
          data: { by: assigned_to },
        })
      }
      if ([assignee, assigned_to].some((account) => (account ?? tx.by) !== tx.by)) {
        tx.assertInTeam('members.assign')
      }
      if (assignee !== null) await tx.assertMember(assignee)
      await tx.update(
        'list_members',
        { list_id, candidate_id },
        { assigned_to: assignee, assigned_at: assignee === null ? null : tx.now },
      )
      await tx.insert('activities', [
        {
          id: activity_id,
          list_id,
          candidate_id,
          kind: 'assign',
          value: assignee,
          created_at: tx.now,
          happened_at: tx.madeAt,
        },
      ])
    },
  }),
}

/** @throws AppError `gone` when the list does not exist or is deleted, `moved` with the team. */
async function liveList(tx: MutationTx, id: string): Promise<ListRow> {
  const list = await tx.get('lists', { id })
  if (list) assertNotMoved(list)
  if (!list || list.deleted_at) throw gone('list')
  return list
}

/** @throws AppError `gone` when the list or the person on it is not there, `moved`. */
async function liveMember(
  tx: MutationTx,
  list_id: string,
  candidate_id: string,
): Promise<ListMemberRow> {
  await liveList(tx, list_id)
  const member = await tx.get('list_members', { list_id, candidate_id })
  if (!member || member.removed_at) throw gone('person')
  return member
}

/** A list of a team is its maker's to delete, and the managers'. */
function assertMayDelete(tx: MutationTx, { created_by }: ListRow): void {
  if (created_by !== tx.by) tx.assertInTeam('lists.delete')
}

type FoundMember = Awaited<ReturnType<typeof findMembers>>[number]
const findMembers = (tx: MutationTx, list_id: string) =>
  tx.find('list_members', { list_id, removed_at: null })

/** What a member's owner says of the person stays there. */
const withoutWork = ({ list_id, candidate_id, added_at }: FoundMember): FoundMember => ({
  ...{ list_id, candidate_id, added_at },
  ...{ stage: null, stage_by: null, stage_at: null, assigned_to: null, assigned_at: null },
  removed_at: null,
})

/** The people of lists, each as on the first list that has the person. */
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

/** Who was taken off before begins anew. */
async function addMembers(tx: MutationTx, list_id: string, candidateIds: string[]): Promise<void> {
  const keys = [...new Set(candidateIds)].map((candidate_id) => ({ list_id, candidate_id }))
  const before = await tx.getAll('list_members', keys)
  const removed = before.filter(({ removed_at }) => removed_at !== null)
  await tx.delete(
    'list_members',
    removed.map(({ candidate_id }) => ({ list_id, candidate_id })),
  )
  await tx.insert(
    'list_members',
    keys.map((key) => ({ ...key, added_at: tx.now })),
  )
}

/** Marks people on a list as removed, or takes the mark away; those who have it so stay as they are. */
async function markMembers(
  tx: MutationTx,
  { list_id, candidate_ids }: { list_id: string; candidate_ids: string[] },
  removed_at: Date | null,
): Promise<void> {
  const keys = candidate_ids.map((candidate_id) => ({ list_id, candidate_id }))
  const members = await tx.getAll('list_members', keys)
  const marked = members.filter((member) => (member.removed_at === null) !== (removed_at === null))
  const changed = marked.map(({ candidate_id }) => ({ list_id, candidate_id }))
  await tx.updateAll('list_members', changed, { removed_at })
}
