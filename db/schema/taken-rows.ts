import { z } from 'zod'
import { activityRow, day, OUTCOMES, stage, WORDS_MAX } from './activities.ts'
import { REASON_MAX } from './do-not-contact.ts'
import {
  BODY_MAX,
  EMAIL_LENGTHS,
  EMAIL_TONES,
  POSITION_TYPES,
  SUBJECT_MAX,
} from './email-templates.ts'
import { DESCRIPTION_MAX, NAME_MAX, NOTE_MAX, ownedName, ownedText } from './owned-text.ts'
import { SETTINGS, type SettingKey } from './user-settings.ts'
import { CADENCES } from './watch-words.ts'

/*
 * An account's own rows as they are exported to a file and imported into another account: without
 * owner and authors, with their ids and times. Never a contact, and no words of other people.
 */

/** The longest JSON of a saved search, with every filter full. */
export const SEARCH_PARAMS_MAX = 20_000

/** The most rows imported at once: as many as one mutation adds to a list. */
export const TAKEN_ROWS_MAX = 500

const id = z.uuid().toLowerCase()
const instant = z.iso.datetime({ offset: true })

const searchParams = z
  .record(ownedText(NAME_MAX), z.json())
  .refine((params) => JSON.stringify(params).length <= SEARCH_PARAMS_MAX, 'too long')

const setting = z.discriminatedUnion(
  'key',
  Object.entries(SETTINGS).map(([key, value]) =>
    z.object({ key: z.literal(key as SettingKey), value, updated_at: instant }),
  ) as never as [
    z.ZodObject<{
      key: z.ZodLiteral<SettingKey>
      value: z.ZodType<string | boolean>
      updated_at: typeof instant
    }>,
  ],
)

/** The schema of the value of each kind of activity; other kinds have no value. */
const VALUES: Record<string, z.ZodType | undefined> = {
  stage,
  stop: day,
  call: z.enum(OUTCOMES.call),
  email: z.enum(OUTCOMES.email),
  text: z.enum(OUTCOMES.text),
  meeting: z.enum(OUTCOMES.meeting),
}

/**
 * The rows that can be imported, by table, in the order in which they depend on each other. Reports
 * of wrong contacts are excluded: imported into another account, one person's report would count as
 * two.
 */
export const TAKEN_ROWS = {
  lists: z.object({
    id,
    name: ownedName,
    description: ownedText(DESCRIPTION_MAX).nullable(),
    created_at: instant,
    updated_at: instant,
    deleted_at: instant.nullable(),
  }),
  list_members: z.object({
    list_id: id,
    candidate_id: id,
    added_at: instant,
    stage: stage.nullable(),
    stage_at: instant.nullable(),
  }),
  activities: z
    .object({
      id,
      list_id: id.nullable(),
      candidate_id: id,
      // An assignment has no meaning outside the team.
      kind: activityRow.shape.kind.exclude(['assign']),
      value: ownedText(NAME_MAX).nullable(),
      words: ownedText(WORDS_MAX).nullable(),
      next_on: day.nullable(),
      created_at: instant,
      happened_at: instant,
    })
    .refine(({ kind, value }) => value === null || VALUES[kind]?.safeParse(value).success, 'value'),
  do_not_contact: z.object({
    candidate_id: id,
    mark_id: id,
    reason: ownedText(REASON_MAX),
    until: day.nullable(),
    set_at: instant,
  }),
  saved_candidates: z.object({
    candidate_id: id,
    starred: z.boolean(),
    note: ownedText(NOTE_MAX).nullable(),
    created_at: instant,
    updated_at: instant,
  }),
  saved_searches: z.object({
    id,
    name: ownedName,
    search_params: searchParams,
    created_at: instant,
    updated_at: instant,
  }),
  watches: z.object({
    search_id: id,
    cadence: z.enum(CADENCES),
    created_at: instant,
    updated_at: instant,
    read_at: instant,
  }),
  email_templates: z.object({
    id,
    name: ownedName,
    subject: ownedText(SUBJECT_MAX),
    body: ownedText(BODY_MAX),
    tone: z.enum(EMAIL_TONES),
    length: z.enum(EMAIL_LENGTHS),
    position_type: z.enum(POSITION_TYPES),
    created_at: instant,
    updated_at: instant,
  }),
  user_settings: setting,
} as const
export type TakenTable = keyof typeof TAKEN_ROWS
export const TAKEN_TABLES = Object.keys(TAKEN_ROWS) as TakenTable[]

const rowsOf = <T extends TakenTable>(table: T) =>
  z.object({
    table: z.literal(table),
    rows: z.array(TAKEN_ROWS[table]).min(1).max(TAKEN_ROWS_MAX),
  })

/** The rows of one table. */
export const takenRows = z.discriminatedUnion('table', [
  rowsOf('lists'),
  rowsOf('list_members'),
  rowsOf('activities'),
  rowsOf('do_not_contact'),
  rowsOf('saved_candidates'),
  rowsOf('saved_searches'),
  rowsOf('watches'),
  rowsOf('email_templates'),
  rowsOf('user_settings'),
])
export type TakenRows = z.infer<typeof takenRows>
