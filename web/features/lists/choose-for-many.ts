import type { Stage } from '#db/schema/activities.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { MemberWork } from '#sync/contract/list-queries.ts'
import { formatCount, formatPeople } from '#web/lib/format.ts'
import {
  ASSIGN_MANY_FAILED,
  MEMBERS_MISSING,
  memberWorkError,
  STAGE_MANY_FAILED,
} from '#web/lib/lists/list-messages.ts'
import { stageWord } from '#web/lib/people/stage-words.ts'
import { mutate, openedReplica } from '#web/replica/replica.ts'
import { ownerArg, teamsNow } from '#web/replica/teams.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { isComplete as isDeviceComplete, untilComplete } from '#web/replica/until-complete.ts'
import { actorOf, session } from '#web/session/session.ts'
import { showToast, UNDO_MS } from '#web/ui/toast-store.ts'
import { inParts, type ListAddress } from './list-actions.ts'

/** Sets the stage of selected people on a list, and offers to undo it. */
export function stageMany(
  list: ListAddress,
  ids: readonly string[],
  stage: Stage | null,
): Promise<void> {
  return chooseForMany({
    list,
    ids,
    next: stage,
    presentOf: (member) => member.stage,
    send: (people, next) =>
      mutate('members.stage_many', {
        ...ownerArg(list),
        list_id: list.id,
        people,
        stage: next,
      }),
    done: (people) => `${people}: ${stageWord(stage)}`,
    failed: STAGE_MANY_FAILED,
  })
}

/**
 * Assigns selected people on a team's list to a member, or to nobody, and offers to undo it.
 * @param mayAssign whether the account may also reassign people of other members
 */
export function assignMany(
  list: ListAddress,
  ids: readonly string[],
  assignee: string | null,
  mayAssign: boolean,
): Promise<void> {
  const { id: accountId } = actorOf(session.me)
  return chooseForMany({
    list,
    ids,
    next: assignee,
    presentOf: ({ assigned_to }) => assigned_to,
    isOthers: ({ assigned_to }) => !mayAssign && (assigned_to ?? accountId) !== accountId,
    send: (people, next) =>
      mutate('members.assign_many', {
        owner: list.owner_id,
        list_id: list.id,
        people,
        assignee: next,
      }),
    done: (people) =>
      assignee === null
        ? `${people}: not assigned`
        : `${people} assigned to ${teamsNow().nameOf(list, assignee)}`,
    failed: ASSIGN_MANY_FAILED,
  })
}

/** A person in a mutation for many. */
interface ChosenPerson<Value> {
  candidate_id: string
  activity_id: string
  previous: Value
  undoes?: string
}

interface Choice<Value> {
  list: ListAddress
  /** The people who are selected. */
  ids: readonly string[]
  /** The value that all of them get. */
  next: Value
  presentOf(member: MemberWork): Value
  /** Whether the person is assigned to another member, which this account may not change. */
  isOthers?(member: MemberWork): boolean
  /** @param people at most the number that one mutation takes */
  send(people: ChosenPerson<Value>[], next: Value): Promise<unknown>
  /** The toast of the finished change. @param people "12 people" */
  done(people: string): string
  failed: string
}

async function chooseForMany<Value extends string | null>({
  list,
  ids,
  next,
  presentOf,
  isOthers = () => false,
  send,
  done,
  failed,
}: Choice<Value>): Promise<void> {
  const { owner_id, id } = list
  const changed: ChosenPerson<Value>[] = []
  const kept = { same: 0, others: 0 }
  const words = (error: AppError) =>
    memberWorkError(failed)(error, teamsNow().authorOf(list, error))
  const isComplete = await tryChange(async () => {
    const replica = await openedReplica()
    await untilComplete()
    await inParts(ids, async (candidate_ids) => {
      // Asked before the rows are read, which may be followed by those that were missing.
      const mayLack = !isDeviceComplete()
      const members = await replica.query('lists.work', { owner_id, id, candidate_ids })
      if (mayLack && members.length < candidate_ids.length) {
        throw new AppError('sync_unavailable', MEMBERS_MISSING)
      }
      const others = members.filter((member) => presentOf(member) !== next)
      const open = others.filter((member) => !isOthers(member))
      kept.same += members.length - others.length
      kept.others += others.length - open.length
      const people = open.map((member) => ({
        candidate_id: member.candidate_id,
        activity_id: crypto.randomUUID(),
        previous: presentOf(member),
      }))
      if (people.length === 0) return
      await send(people, next)
      changed.push(...people)
    })
  }, words)
  if (changed.length === 0) {
    if (isComplete) showToast({ title: 'Nothing to change', ...describe(kept) })
    return
  }
  const undo = () => tryChange(() => giveBack(changed, next, send), words)
  showToast({
    ...(isComplete
      ? { title: done(formatPeople(changed.length)), ...describe(kept), tone: 'ok' }
      : {
          title: failed,
          description: `${formatCount(changed.length)} of ${formatCount(ids.length)} were changed.`,
          tone: 'danger',
        }),
    durationMs: UNDO_MS,
    action: { label: 'Undo', onPress: () => void undo() },
  })
}

/** Restores each former value, except where it was changed again since. */
async function giveBack<Value>(
  changed: readonly ChosenPerson<Value>[],
  given: Value,
  send: Choice<Value>['send'],
): Promise<void> {
  for (const former of new Set(changed.map(({ previous }) => previous))) {
    const people = changed
      .filter(({ previous }) => previous === former)
      .map(({ candidate_id, activity_id }) => ({
        candidate_id,
        activity_id: crypto.randomUUID(),
        previous: given,
        undoes: activity_id,
      }))
    await inParts(people, (part) => send(part, former))
  }
}

/** How many people were not changed, and why. */
function describe({ same, others }: { same: number; others: number }): { description?: string } {
  const sentences = [
    same > 0 && `${formatCount(same)} had that already.`,
    others === 1 && '1 is another member’s.',
    others > 1 && `${formatCount(others)} are other members’.`,
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}
