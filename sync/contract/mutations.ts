import { z } from 'zod'
import { stage } from '#db/schema/activities.ts'
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
import { SETTINGS, type SettingKey } from '#db/schema/user-settings.ts'
import { AppError } from './errors.ts'
import type { Action } from './permissions.ts'
import type { MutationTx } from './rows.ts'
import type { TeamAction } from './team-permissions.ts'

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

/** Longest JSON of a saved search: every filter full. */
const SEARCH_PARAMS_MAX = 20_000

/** People one mutation may add or remove: a full select-all. */
export const MEMBERS_MAX = 500

interface Mutation<A extends z.ZodType> {
  args: A
  /** The action the account must be permitted. */
  action: Action
  /** What the role in a team must allow. Without it, the rows are accounts' alone. */
  inTeam?: TeamAction
  /** Who gets the rows: a team whose lists the member may write, or null for the account itself. */
  movesTo?(args: z.output<A>): string | null
  /** A further action that these args require. */
  alsoAction?(args: z.output<A>): Action | undefined
  /** The row it creates, as `table:key`: later mutations may depend on it. */
  creates?(args: z.output<A>): string
  /** The row it is about, as `table:key`. */
  about?(args: z.output<A>): string
  /** @throws AppError when the rows do not allow it: `gone`, `changed_elsewhere`. */
  run(tx: MutationTx, args: z.output<A>): Promise<void>
}

const define = <A extends z.ZodType>(mutation: Mutation<A>) => mutation

const id = z.uuid().toLowerCase()
/** The team whose row it is; absent for the account's own. */
const owner = ownerId.optional()
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
      await tx.delete(
        'list_members',
        candidate_ids.map((candidate_id) => ({ list_id, candidate_id })),
      )
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
        { id: activity_id, list_id, candidate_id, kind: 'stage', value: stage, created_at: tx.now },
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
  if (!member) throw gone('person')
  return member
}

function assertNotMoved({ moved_to }: ListRow): void {
  if (moved_to === null) return
  throw new AppError('moved', 'This list was moved to a team.', { data: { to: moved_to } })
}

/** A list of a team is its maker's to delete, and the managers'. */
function assertMayDelete(tx: MutationTx, { created_by }: ListRow): void {
  if (created_by !== tx.by) tx.assertInTeam('lists.delete')
}

function addMembers(tx: MutationTx, list_id: string, candidateIds: string[]): Promise<void> {
  const people = [...new Set(candidateIds)]
  return tx.insert(
    'list_members',
    people.map((candidate_id) => ({ list_id, candidate_id, added_at: tx.now })),
  )
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

function gone(what: string): AppError {
  return new AppError('gone', `This ${what} is gone.`)
}
