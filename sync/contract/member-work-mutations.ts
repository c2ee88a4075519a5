import { z } from 'zod'
import { stage } from '#db/schema/activities.ts'
import { CHANGED_MEMBERS_MAX, type ListMemberRow } from '#db/schema/lists.ts'
import { accountId, ownerId } from '#db/schema/owners.ts'
import { AppError } from './errors.ts'
import { liveList } from './list-rows.ts'
import { define, gone, id, owner } from './mutation.ts'
import type { MutationTx } from './rows.ts'

/*
 * The stages of the people on lists, and their assignment to members. Each step is a row of `activities`.
 *
 * A choice for many people names the value that its author saw for each, and skips people whose value has
 * changed since. Its undo is such a choice as well: it restores each former value, only for people whom the
 * choice reached and whose value nobody has changed since.
 */

/** @param seen the value that the author saw for the person */
const chosenPeople = <S extends z.ZodType>(seen: S) =>
  z
    .array(
      z.object({
        candidate_id: id,
        activity_id: id,
        previous: seen,
        /** The step that this one undoes: a person for whom it was never made is skipped. */
        undoes: id.optional(),
      }),
    )
    .min(1)
    .max(CHANGED_MEMBERS_MAX)

export const MEMBER_WORK_MUTATIONS = {
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
    async run(tx, { list_id, stage, ...step }) {
      const member = await liveMember(tx, list_id, step.candidate_id)
      if (member.stage !== stage) await setStage(tx, list_id, [step], stage)
    },
  }),

  /** Sets the stage of many. A person whose stage has changed since keeps that one. */
  'members.stage_many': define({
    args: z.object({
      owner,
      list_id: id,
      people: chosenPeople(stage.nullable()),
      stage: stage.nullable(),
    }),
    action: 'lists.tidy',
    inTeam: 'members.stage',
    about: (args) => `lists:${args.list_id}`,
    async run(tx, { list_id, people, stage }) {
      const { unchanged } = await sortOut(tx, { list_id, people, column: 'stage', next: stage })
      await setStage(tx, list_id, unchanged, stage)
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
    async run(tx, { list_id, assignee, previous, ...step }) {
      const { assigned_to } = await liveMember(tx, list_id, step.candidate_id)
      if (assigned_to === assignee) return
      if (assigned_to !== previous) {
        throw new AppError('taken', 'This person was assigned to another member meanwhile.', {
          data: { by: assigned_to },
        })
      }
      await assign(tx, list_id, [{ ...step, previous }], assignee)
    },
  }),

  /**
   * Assigns many people. The first mutation wins: a person assigned to another member meanwhile is skipped,
   * and the mutation is refused where all were.
   */
  'members.assign_many': define({
    args: z.object({
      owner: ownerId,
      list_id: id,
      people: chosenPeople(accountId.nullable()),
      assignee: accountId.nullable(),
    }),
    action: 'lists.tidy',
    inTeam: 'members.assign_self',
    about: (args) => `lists:${args.list_id}`,
    async run(tx, { list_id, people, assignee }) {
      const choice = { list_id, people, column: 'assigned_to', next: assignee } as const
      const { unchanged, overtaken } = await sortOut(tx, choice)
      if (unchanged.length > 0) return assign(tx, list_id, unchanged, assignee)
      if (overtaken.length === 0) return
      const [by, ...others] = new Set(overtaken.map(({ present }) => present))
      throw new AppError('taken', 'These people were assigned to other members meanwhile.', {
        data: others.length === 0 ? { by } : {},
      })
    },
  }),
}

/** A new step with a person. */
interface Step {
  activity_id: string
  candidate_id: string
}

interface ChosenPerson extends Step {
  previous: string | null
  undoes?: string | undefined
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

/**
 * Finds the people to whom a choice for many still applies.
 * @returns the people whose value is the one that its author saw, and those whose value has changed. People who
 * have the chosen value already or have left the list are in neither; nor are, for an undo, people for whom it
 * has nothing to restore.
 * @throws AppError `gone` when the list does not exist or none of them is on it, `moved`.
 */
async function sortOut<P extends ChosenPerson>(
  tx: MutationTx,
  choice: {
    list_id: string
    people: readonly P[]
    column: 'stage' | 'assigned_to'
    next: string | null
  },
): Promise<{ unchanged: P[]; overtaken: (P & { present: string | null })[] }> {
  const { list_id, people, column, next } = choice
  await liveList(tx, list_id)
  const keys = people.map(({ candidate_id }) => ({ list_id, candidate_id }))
  const members = (await tx.getAll('list_members', keys)).filter((member) => !member.removed_at)
  // As for a single person; of several, those who are still on the list get the value.
  if (members.length === 0) throw gone('person')
  const values = new Map(members.map((member) => [member.candidate_id, member[column]]))
  const undone = people.flatMap(({ undoes }) => (undoes === undefined ? [] : [{ id: undoes }]))
  const made = new Set((await tx.getAll('activities', undone)).map((step) => step.id))
  const found = people.flatMap((person) => {
    const present = values.get(person.candidate_id)
    return present === undefined || present === next ? [] : [{ ...person, present }]
  })
  return {
    unchanged: found.filter(
      ({ present, previous, undoes }) =>
        present === previous && (undoes === undefined || made.has(undoes)),
    ),
    overtaken: found.filter(
      ({ present, previous, undoes }) => present !== previous && undoes === undefined,
    ),
  }
}

async function setStage(
  tx: MutationTx,
  list_id: string,
  steps: readonly Step[],
  value: z.output<typeof stage> | null,
): Promise<void> {
  const patch = { stage: value, stage_by: tx.by, stage_at: tx.now }
  await tx.updateAll('list_members', keysOf(list_id, steps), patch)
  await addSteps(tx, list_id, steps, { kind: 'stage', value })
}

/**
 * @throws AppError `forbidden` where a recruiter assigns people to or from others, `member_left` where
 * the assignee is no member.
 */
async function assign(
  tx: MutationTx,
  list_id: string,
  steps: readonly (Step & { previous: string | null })[],
  assignee: string | null,
): Promise<void> {
  const accounts = [assignee, ...steps.map(({ previous }) => previous)]
  if (accounts.some((account) => (account ?? tx.by) !== tx.by)) tx.assertInTeam('members.assign')
  if (assignee !== null) await tx.assertMember(assignee)
  const patch = { assigned_to: assignee, assigned_at: assignee === null ? null : tx.now }
  await tx.updateAll('list_members', keysOf(list_id, steps), patch)
  await addSteps(tx, list_id, steps, { kind: 'assign', value: assignee })
}

const keysOf = (list_id: string, steps: readonly Step[]) =>
  steps.map(({ candidate_id }) => ({ list_id, candidate_id }))

function addSteps(
  tx: MutationTx,
  list_id: string,
  steps: readonly Step[],
  what: { kind: 'stage' | 'assign'; value: string | null },
): Promise<void> {
  return tx.insert(
    'activities',
    steps.map(({ activity_id, candidate_id }) => ({
      ...{ id: activity_id, list_id, candidate_id },
      ...what,
      created_at: tx.now,
      happened_at: tx.madeAt,
    })),
  )
}
