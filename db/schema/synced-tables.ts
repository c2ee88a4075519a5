import type { z } from 'zod'
import { EMAIL_TEMPLATES_MAX, emailTemplateRow } from './email-templates.ts'
import { entitlementRow } from './entitlements.ts'
import { LIST_MEMBERS_MAX, LISTED_PEOPLE_MAX, LISTS_MAX, listMemberRow, listRow } from './lists.ts'
import { SAVED_CANDIDATES_MAX, savedCandidateRow } from './saved-candidates.ts'
import { SAVED_SEARCHES_MAX, savedSearchRow } from './saved-searches.ts'
import { exportLogRow, revealRow } from './traces.ts'
import { userSettingRow } from './user-settings.ts'

/** How many rows of a table an account may own. */
interface Quota {
  max: number
  /** Counted for each value of this column, not for the account. */
  per?: 'list_id'
}

/** A table whose rows go to their owner's devices, which keep them in a table of the same name. */
export interface SyncedTable {
  /** What travels: all of its columns. */
  row: z.ZodObject
  /** Columns of the primary key: the owner first, so that owners cannot take each other's ids. */
  key: readonly string[]
  /** The column that names whose row it is. */
  owner: 'owner_id' | 'user_id'
  /** By the name under which a refusal tells of it. */
  quotas?: Record<string, Quota>
  /**
   * Texts that follow from the columns and never travel: column → expression. Devices keep them;
   * the server's tables do not, for PostgreSQL replicates no table whole that has such a column.
   */
  derived?: Record<string, string>
  /** What its queries look rows up by, on the device. */
  indexes?: readonly string[]
}

/**
 * Every table that is replicated to devices, in the order in which a device follows them. Shapes,
 * quotas, the rights of the role that sends rows, and the account's download follow from it.
 */
export const SYNCED_TABLES = {
  lists: {
    row: listRow,
    key: ['owner_id', 'id'],
    owner: 'owner_id',
    quotas: { lists: { max: LISTS_MAX } },
  },
  list_members: {
    row: listMemberRow,
    key: ['owner_id', 'list_id', 'candidate_id'],
    owner: 'owner_id',
    quotas: {
      list_members: { max: LIST_MEMBERS_MAX, per: 'list_id' },
      listed_people: { max: LISTED_PEOPLE_MAX },
    },
    derived: {
      // What the box on a list's screen looks in, a line per field.
      search_text: `lower(
        coalesce(card ->> 'first_name', '') || E'\\n' || coalesce(card ->> 'last_name', '') ||
        E'\\n' || coalesce(card ->> 'title', '') || E'\\n' ||
        coalesce(card ->> 'organization', '') || E'\\n' ||
        coalesce(card ->> 'specialty', ''))`,
    },
    indexes: ['list_id, added_at desc, candidate_id', 'candidate_id'],
  },
  saved_candidates: {
    row: savedCandidateRow,
    key: ['owner_id', 'candidate_id'],
    owner: 'owner_id',
    quotas: { saved_candidates: { max: SAVED_CANDIDATES_MAX } },
  },
  saved_searches: {
    row: savedSearchRow,
    key: ['owner_id', 'id'],
    owner: 'owner_id',
    quotas: { saved_searches: { max: SAVED_SEARCHES_MAX } },
  },
  email_templates: {
    row: emailTemplateRow,
    key: ['owner_id', 'id'],
    owner: 'owner_id',
    quotas: { email_templates: { max: EMAIL_TEMPLATES_MAX } },
  },
  // Without a quota: there are as many as there are keys.
  user_settings: {
    row: userSettingRow,
    key: ['owner_id', 'key'],
    owner: 'owner_id',
  },
  reveals: { row: revealRow, key: ['owner_id', 'id'], owner: 'owner_id' },
  export_logs: { row: exportLogRow, key: ['owner_id', 'id'], owner: 'owner_id' },
  entitlements: { row: entitlementRow, key: ['user_id'], owner: 'user_id' },
} as const satisfies Record<string, SyncedTable>
