import { z } from 'zod'
import { CHANGED_MEMBERS_MAX } from '#db/schema/lists.ts'
import { addMembers, liveList } from './list-rows.ts'
import { assertNotMoved, define, id, owner } from './mutation.ts'
import type { MutationTx } from './rows.ts'

/* Who is on lists; what is said of them there is in `member-work-mutations.ts`. */

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
