import { z } from 'zod'
import { stage } from '#db/schema/activities.ts'
import { CHANGED_MEMBERS_MAX, type ListMemberRow } from '#db/schema/lists.ts'
import { accountId, ownerId } from '#db/schema/owners.ts'
import { AppError } from './errors.ts'
import { addMembers, liveList } from './list-rows.ts'
import { assertNotMoved, define, gone, id, owner } from './mutation.ts'
import type { MutationTx } from './rows.ts'

/* The people on lists. */

const candidateIds = z.array(id).min(1).max(CHANGED_MEMBERS_MAX)

export const MEMBER_MUTATIONS = {
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

  /** Restores people who were removed from a list, with all columns of their member rows. */
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

  /** Sets a stage. The later mutation wins; both are in the history. */
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

  /**
   * Assigns a person. The first mutation wins: a later one is refused where another member was assigned
   * meanwhile.
   */
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

/** Marks people on a list as removed, or unmarks them; others are not written. */
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
