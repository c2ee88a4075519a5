import { z } from 'zod'
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
import { NOTE_MAX, ownedName, ownedText } from '#db/schema/owned-text.ts'
import { takenRows } from '#db/schema/taken-rows.ts'
import { SETTINGS, type SettingKey } from '#db/schema/user-settings.ts'
import { BRING_IN_ACTIONS, bringIn, past } from './bring-in.ts'
import { LIST_MUTATIONS } from './list-mutations.ts'
import { MEMBER_MUTATIONS } from './member-mutations.ts'
import { MEMBER_WORK_MUTATIONS } from './member-work-mutations.ts'
import { assertUnchanged, define, gone, id, type Mutation, mustWrite, owner } from './mutation.ts'
import { OUTREACH_MUTATIONS } from './outreach-mutations.ts'
import type { MutationTx } from './rows.ts'
import { SEARCH_MUTATIONS } from './search-mutations.ts'

/*
 * Every change to an owner's rows. A mutation runs at once on the device and again, with the last
 * word, on the server, so it is a function of its args, `tx.now` and the rows it reads; run on rows
 * that already hold its effect, it changes nothing.
 *
 * Concurrent mutations of two devices run in the order of arrival (`tests/concurrency/` has the table).
 * Texts are never lost in silence: a mutation that replaces a text names the text its author saw, and
 * is refused with `changed_elsewhere` when it is another one by then.
 *
 * Outboxes of older releases hold these names and args: args only grow, a name is never reused.
 */

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

/** Every mutation by its name. */
export const MUTATIONS = {
  ...LIST_MUTATIONS,
  ...MEMBER_MUTATIONS,
  ...MEMBER_WORK_MUTATIONS,
  ...OUTREACH_MUTATIONS,
  ...SEARCH_MUTATIONS,

  'candidates.star': define({
    args: z.object({
      candidate_id: id,
      starred: z.boolean(),
      /** When it was set first: a star that is put back keeps its place. */
      since: z.iso.datetime().optional(),
    }),
    action: 'candidates.save',
    run(tx, { candidate_id, starred, since }) {
      const created_at = since === undefined ? tx.now : past(tx, since)
      return saveCandidate(tx, candidate_id, starred ? { starred, created_at } : { starred })
    },
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
      if (mustWrite(saved?.note ?? null, previous, note || null)) {
        await saveCandidate(tx, candidate_id, { note: note || null })
      }
    },
  }),

  /**
   * Reports a revealed value as wrong, and hides it from the account. The state that the device gives
   * holds until the server has checked it.
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
        // A contact that the account has not revealed, or of a person who left the directory, gets no
        // row.
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
        mustWrite(row.name, previous.name, changes.name, row),
        mustWrite(row.subject, previous.subject, changes.subject, row),
        mustWrite(row.body, previous.body, changes.body, row),
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
        assertUnchanged(row[key], previous[key], row)
      }
      await tx.delete('email_templates', [{ id }])
    },
  }),

  /** Inserts rows of a file that an account exported: into this account, or back into the same. */
  'rows.bring_in': define({
    args: takenRows,
    // Organizing one's own rows; creating them again requires more.
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

/** The id of a report, made of what it is about. */
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
  // An outbox may hold mutations that only a newer build knows.
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

/** Writes a saved candidate; one with neither star nor note is deleted. */
async function saveCandidate(
  tx: MutationTx,
  candidate_id: string,
  patch: { starred: boolean; created_at?: Date } | { note: string | null },
): Promise<void> {
  const saved = await tx.get('saved_candidates', { candidate_id })
  const next = { starred: saved?.starred ?? false, note: saved?.note ?? null, ...patch }
  if (!next.starred && next.note === null) {
    await tx.delete('saved_candidates', [{ candidate_id }])
  } else if (!saved) {
    await tx.insert('saved_candidates', [
      { candidate_id, created_at: tx.now, ...next, updated_at: tx.now },
    ])
    // A person who left the directory gets no row; texts about them are not dropped in silence.
    if (!(await tx.get('saved_candidates', { candidate_id }))) throw gone('person')
  } else if (saved.starred !== next.starred || saved.note !== next.note) {
    await tx.update('saved_candidates', { candidate_id }, { ...next, updated_at: tx.now })
  }
}
