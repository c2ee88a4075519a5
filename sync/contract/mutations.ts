import { z } from 'zod'
import {
  BODY_MAX,
  EMAIL_LENGTHS,
  EMAIL_TONES,
  POSITION_TYPES,
  SUBJECT_MAX,
} from '#db/schema/email-templates.ts'
import type { ListRow } from '#db/schema/lists.ts'
import { DESCRIPTION_MAX, NAME_MAX, NOTE_MAX, ownedName, ownedText } from '#db/schema/owned-text.ts'
import { ownerId } from '#db/schema/owners.ts'
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
      if (isReplaced(list.name, previous, name)) {
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
      if (isReplaced(list.description, previous, description)) {
        await tx.update('lists', { id }, { description, updated_at: tx.now })
      }
    },
  }),

  'lists.delete': define({
    args: z.object({ owner, id }),
    action: 'lists.tidy',
    inTeam: 'lists.delete',
    about: (args) => `lists:${args.id}`,
    async run(tx, { id }) {
      const list = await tx.get('lists', { id })
      // Purged already, or never this user's: the wanted state holds.
      if (!list || list.deleted_at) return
      await tx.update('lists', { id }, { deleted_at: tx.now, updated_at: tx.now })
    },
  }),

  'lists.restore': define({
    args: z.object({ owner, id }),
    action: 'lists.tidy',
    inTeam: 'lists.delete',
    about: (args) => `lists:${args.id}`,
    async run(tx, { id }) {
      const list = await tx.get('lists', { id })
      if (!list) throw gone('list')
      if (list.deleted_at) {
        await tx.update('lists', { id }, { deleted_at: null, updated_at: tx.now })
      }
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
    run: (tx, { list_id, candidate_ids }) =>
      tx.delete(
        'list_members',
        candidate_ids.map((candidate_id) => ({ list_id, candidate_id })),
      ),
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
      if (isReplaced(search.name, previous, name)) {
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
        isReplaced(row.name, previous.name, changes.name),
        isReplaced(row.subject, previous.subject, changes.subject),
        isReplaced(row.body, previous.body, changes.body),
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
        isReplaced(row[key], previous[key], null)
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

/** The name of a mutation in outboxes and on the wire. */
export type MutationName = keyof typeof MUTATIONS
/** The args of a caller, before the schema adds defaults. */
export type MutationArgs<N extends MutationName> = z.input<(typeof MUTATIONS)[N]['args']>

/** The mutation of a name, typed in general: its args must be checked before it runs. */
export function mutationOf(name: MutationName): Mutation<z.ZodType> {
  return MUTATIONS[name] as unknown as Mutation<z.ZodType>
}

/** @throws AppError `gone` when the list does not exist or is deleted. */
async function liveList(tx: MutationTx, id: string): Promise<ListRow> {
  const list = await tx.get('lists', { id })
  if (!list || list.deleted_at) throw gone('list')
  return list
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
 * @throws AppError `changed_elsewhere`, with the present text, when another device replaced it.
 */
function isReplaced(current: string | null, seen: string | null, next: string | null): boolean {
  if (current === next) return false
  if (current === seen) return true
  throw new AppError('changed_elsewhere', 'This was changed on another device meanwhile.', {
    data: { current },
  })
}

function gone(what: string): AppError {
  return new AppError('gone', `This ${what} is gone.`)
}
