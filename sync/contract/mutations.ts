import { z } from 'zod'
import { stage } from '#db/schema/activities.ts'
import {
  type ContactName,
  contactName,
  isOpenReport,
  REPORT_REASONS,
} from '#db/schema/contact-reports.ts'
import {
  BODY_MAX,
  EMAIL_LENGTHS,
  EMAIL_TONES,
  POSITION_TYPES,
  SUBJECT_MAX,
} from '#db/schema/email-templates.ts'
import type { ListMemberRow, ListRow } from '#db/schema/lists.ts'
import { DESCRIPTION_MAX, NAME_MAX, NOTE_MAX, ownedName, ownedText } from '#db/schema/owned-text.ts'
import { accountId, ownerId } from '#db/schema/owners.ts'
import { SEARCH_PARAMS_MAX, takenRows } from '#db/schema/taken-rows.ts'
import { SETTINGS, type SettingKey } from '#db/schema/user-settings.ts'
import { CADENCES } from '#db/schema/watch-words.ts'
import { BRING_IN_ACTIONS, bringIn } from './bring-in.ts'
import { AppError } from './errors.ts'
import { assertNotMoved, define, gone, id, type Mutation, owner } from './mutation.ts'
import { OUTREACH_MUTATIONS } from './outreach-mutations.ts'
import type { MutationTx } from './rows.ts'

/*
 * Every change to an owner's rows. A mutation runs at once on the device and again, with the last
 * word, on the server, so it is a function of its args, `tx.now` and the rows it reads; run on rows
 * that already hold its effect, it changes nothing.
 *
 * Concurrent mutations of two devices run in the order of arrival (`concurrency.ts` has the table).
 * Texts are never lost in silence: a mutation that replaces a text names the text its author saw, and
 * is refused with `changed_elsewhere` when it is another one by then.
 *
 * Outboxes of older releases hold these names and args: args only grow, a name is never reused.
 */

/** People one mutation may add or remove: a full select-all. */
export const MEMBERS_MAX = 500

/** Lists that one mutation makes a new one of. */
const COMBINED_LISTS_MAX = 20

/** How a list is made of others: who is on any of them, on all, or on the first alone. */
export const COMBINATIONS = ['union', 'intersection', 'difference'] as const
export type Combination = (typeof COMBINATIONS)[number]

const candidateIds = z.array(id).min(1).max(MEMBERS_MAX)
const description = ownedText(DESCRIPTION_MAX).nullable()
const searchParams = z
  .record(ownedText(NAME_MAX), z.json())
  .refine((params) => JSON.stringify(params).length <= SEARCH_PARAMS_MAX, 'too long')

const templateTexts = z.object({
  name: ownedName,
  subject: ownedText(SUBJECT_MAX),
  body: ownedText(BODY_MAX),
})
const template = templateTexts.extend({
  tone: z.enum(EMAIL_TONES),
  length: z.enum(EMAIL_LENGTHS),
  position_type: z.enum(POSITION_TYPES),
})

const settings = Object.entries(SETTINGS).map(([key, value]) =>
  z.object({ key: z.literal(key as SettingKey), value }),
)

export const MUTATIONS = {
  /** Takes the first people along, so that a list is never seen without them. */
  'lists.create': define({
    args: z.object({
      owner,
      id,
      name: ownedName,
      description: description.default(null),
      candidate_ids: z.array(id).max(MEMBERS_MAX).default([]),
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
      if (isReplaced(list.name, previous, name, list)) {
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
      if (isReplaced(list.description, previous, description, list)) {
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

  'candidates.star': define({
    args: z.object({ candidate_id: id, starred: z.boolean() }),
    action: 'candidates.save',
    run: (tx, { candidate_id, starred }) => saveCandidate(tx, candidate_id, { starred }),
  }),

  'candidates.note': define({
    args: z.object({
      candidate_id: id,
      note: ownedText(NOTE_MAX).nullable(),
      previous: z.string().nullable(),
    }),
    action: 'candidates.save',
    async run(tx, { candidate_id, note, previous }) {
      const saved = await tx.get('saved_candidates', { candidate_id })
      if (isReplaced(saved?.note ?? null, previous, note || null)) {
        await saveCandidate(tx, candidate_id, { note: note || null })
      }
    },
  }),

  ...OUTREACH_MUTATIONS,
  /**
   * Hides a revealed value from the account, and tells the server that it is wrong. What the device says
   * of its state holds until the server has weighed it.
   */
  'contacts.report': define({
    args: contactName.extend({ candidate_id: id, reason: z.enum(REPORT_REASONS) }),
    action: 'contact.report',
    about: reportOf,
    async run(tx, { reason, ...contact }) {
      const report = await tx.get('contact_reports', contact)
      const said = { reason, state: 'received', confirmed_at: null, created_at: tx.now } as const
      if (!report) {
        await tx.insert('contact_reports', [{ ...contact, ...said }])
        // One that the account has not revealed, or of a person who left the directory, gets no row.
        if (!(await tx.get('contact_reports', contact))) throw gone('contact')
      } else if (report.state === 'checked' || report.state === 'withdrawn') {
        await tx.update('contact_reports', contact, said)
      }
    },
  }),

  'contacts.withdraw': define({
    args: contactName.extend({ candidate_id: id }),
    action: 'contact.report',
    about: reportOf,
    async run(tx, contact) {
      const report = await tx.get('contact_reports', contact)
      if (!report || !isOpenReport(report.state)) return
      await tx.update('contact_reports', contact, {
        state: 'withdrawn',
        confirmed_at: null,
        created_at: tx.now,
      })
    },
  }),

  'searches.create': define({
    args: z.object({ owner, id, name: ownedName, search_params: searchParams }),
    action: 'searches.save',
    inTeam: 'searches.write',
    creates: (args) => `saved_searches:${args.id}`,
    run: (tx, { owner: _, ...args }) =>
      tx.insert('saved_searches', [{ ...args, created_at: tx.now, updated_at: tx.now }]),
  }),

  'searches.rename': define({
    args: z.object({ owner, id, name: ownedName, previous: z.string() }),
    action: 'searches.tidy',
    inTeam: 'searches.write',
    about: (args) => `saved_searches:${args.id}`,
    async run(tx, { id, name, previous }) {
      const search = await tx.get('saved_searches', { id })
      if (!search) throw gone('saved search')
      if (isReplaced(search.name, previous, name, search)) {
        await tx.update('saved_searches', { id }, { name, updated_at: tx.now })
      }
    },
  }),

  'searches.delete': define({
    args: z.object({ owner, id }),
    action: 'searches.tidy',
    inTeam: 'searches.write',
    about: (args) => `saved_searches:${args.id}`,
    run: (tx, { id }) => tx.delete('saved_searches', [{ id }]),
  }),

  /** Watches a saved search of the account's own or of a team, or with no cadence no longer. */
  'watches.set': define({
    args: z.object({ team: owner, search_id: id, cadence: z.enum(CADENCES).nullable() }),
    action: 'searches.tidy',
    alsoAction: ({ cadence }) => (cadence === null ? undefined : 'searches.watch'),
    about: (args) => `saved_searches:${args.search_id}`,
    async run(tx, { team, search_id, cadence }) {
      const key = { search_owner: team ?? tx.by, search_id }
      if (cadence === null) return tx.delete('watches', [key])
      const there = tx.of(key.search_owner)
      // Security: before the search is looked for, or its news would tell a stranger of it.
      if (team !== undefined) await there.assertMember(tx.by)
      if (!(await there.get('saved_searches', { id: search_id }))) throw gone('saved search')
      const watch = await tx.get('watches', key)
      if (!watch) await tx.insert('watches', [{ ...key, cadence, ...unreadFrom(tx.now) }])
      else if (watch.cadence !== cadence) {
        await tx.update('watches', key, { cadence, updated_at: tx.now })
      }
    },
  }),

  /** Marks the news read that were found up to a time; the latest reading holds. */
  'watches.read': define({
    args: z.object({ team: owner, search_id: id, through: z.iso.datetime() }),
    action: 'searches.tidy',
    about: (args) => `saved_searches:${args.search_id}`,
    async run(tx, { team, search_id, through }) {
      const key = { search_owner: team ?? tx.by, search_id }
      const watch = await tx.get('watches', key)
      if (!watch?.found_at) return
      // Never past what was found: what comes later is unread, whatever the device's clock says.
      const isAll = watch.found_at <= new Date(through)
      const read_at = isAll ? watch.found_at : new Date(through)
      if (watch.read_at >= read_at) return
      // On the server a trigger counts what was found since.
      const counts = isAll ? NO_NEWS : {}
      await tx.update('watches', key, { read_at, updated_at: tx.now, ...counts })
    },
  }),

  'templates.create': define({
    args: template.extend({ owner, id }),
    action: 'templates.write',
    inTeam: 'templates.write',
    creates: (args) => `email_templates:${args.id}`,
    run: (tx, { owner: _, ...args }) =>
      tx.insert('email_templates', [{ ...args, created_at: tx.now, updated_at: tx.now }]),
  }),

  'templates.update': define({
    args: z.object({ owner, id, changes: template, previous: templateTexts }),
    action: 'templates.write',
    inTeam: 'templates.write',
    about: (args) => `email_templates:${args.id}`,
    async run(tx, { id, changes, previous }) {
      const row = await tx.get('email_templates', { id })
      if (!row) throw gone('template')
      const texts = [
        isReplaced(row.name, previous.name, changes.name, row),
        isReplaced(row.subject, previous.subject, changes.subject, row),
        isReplaced(row.body, previous.body, changes.body, row),
      ]
      const choices = (['tone', 'length', 'position_type'] as const).map(
        (key) => row[key] !== changes[key],
      )
      if ([...texts, ...choices].includes(true)) {
        await tx.update('email_templates', { id }, { ...changes, updated_at: tx.now })
      }
    },
  }),

  'templates.delete': define({
    args: z.object({ owner, id, previous: templateTexts }),
    action: 'templates.write',
    inTeam: 'templates.write',
    about: (args) => `email_templates:${args.id}`,
    async run(tx, { id, previous }) {
      const row = await tx.get('email_templates', { id })
      if (!row) return
      for (const key of ['name', 'subject', 'body'] as const) {
        isReplaced(row[key], previous[key], null, row)
      }
      await tx.delete('email_templates', [{ id }])
    },
  }),

  /** Rows of a file that an account took with it: into this one, or back into the same. */
  'rows.bring_in': define({
    args: takenRows,
    // Putting in order what is one's own; making it anew asks for more.
    action: 'lists.tidy',
    alsoAction: ({ table }) => BRING_IN_ACTIONS[table],
    run: bringIn,
  }),

  'settings.set': define({
    args: z.discriminatedUnion('key', settings as [(typeof settings)[number]]),
    action: 'settings.write',
    async run(tx, { key, value }) {
      const row = await tx.get('user_settings', { key })
      if (!row) await tx.insert('user_settings', [{ key, value, updated_at: tx.now }])
      else if (row.value !== value) {
        await tx.update('user_settings', { key }, { value, updated_at: tx.now })
      }
    },
  }),
} as const

/** Reports are named by what they are about. */
function reportOf({ candidate_id, kind, value_id }: ContactName): string {
  return `contact_reports:${candidate_id} ${kind} ${value_id}`
}

/** The team whose rows a mutation changes; undefined for the account's own. */
export function teamOf(args: unknown): string | undefined {
  const given = args as { owner?: unknown } | null | undefined
  return typeof given?.owner === 'string' ? given.owner : undefined
}

/** The owners whose rows a mutation changes. */
export function ownersOf(name: MutationName, args: unknown, accountId: string): string[] {
  // An outbox may hold mutations of a newer build.
  const movesTo = name in MUTATIONS ? mutationOf(name).movesTo : undefined
  const from = teamOf(args) ?? accountId
  return movesTo ? [from, movesTo(args) ?? accountId] : [from]
}

/** The name of a mutation in outboxes and on the wire. */
export type MutationName = keyof typeof MUTATIONS
/** The args of a caller, before the schema adds defaults. */
export type MutationArgs<N extends MutationName> = z.input<(typeof MUTATIONS)[N]['args']>

/** The mutation of a name, typed in general: its args must be checked before it runs. */
export function mutationOf(name: MutationName): Mutation<z.ZodType> {
  return MUTATIONS[name] as unknown as Mutation<z.ZodType>
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

/** Writes a saved candidate; one with neither star nor note is deleted. */
async function saveCandidate(
  tx: MutationTx,
  candidate_id: string,
  patch: { starred: boolean } | { note: string | null },
): Promise<void> {
  const saved = await tx.get('saved_candidates', { candidate_id })
  const next = { starred: saved?.starred ?? false, note: saved?.note ?? null, ...patch }
  if (!next.starred && next.note === null) {
    await tx.delete('saved_candidates', [{ candidate_id }])
  } else if (!saved) {
    await tx.insert('saved_candidates', [
      { candidate_id, ...next, created_at: tx.now, updated_at: tx.now },
    ])
    // A person who left the directory gets no row; texts about them are not dropped in silence.
    if (!(await tx.get('saved_candidates', { candidate_id }))) throw gone('person')
  } else if (saved.starred !== next.starred || saved.note !== next.note) {
    await tx.update('saved_candidates', { candidate_id }, { ...next, updated_at: tx.now })
  }
}

/**
 * Whether a text must be written: it is not there yet, and the present text is the one its author
 * saw.
 * @throws AppError `changed_elsewhere`, with the present text and who wrote the row last, when it was
 * replaced.
 */
function isReplaced(
  current: string | null,
  seen: string | null,
  next: string | null,
  row?: { updated_by: string | null },
): boolean {
  if (current === next) return false
  if (current === seen) return true
  throw new AppError('changed_elsewhere', 'This was changed on another device meanwhile.', {
    data: { current, ...(row?.updated_by ? { by: row.updated_by } : {}) },
  })
}

const NO_NEWS = { new_count: 0, moved_count: 0, gone_count: 0, verified_count: 0 }

/** A watch's columns at its beginning: everything found from now on is unread. */
function unreadFrom(now: Date) {
  return { created_at: now, updated_at: now, read_at: now, ...NO_NEWS }
}
