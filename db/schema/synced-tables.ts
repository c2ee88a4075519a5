import type { z } from 'zod'
import { ACTIVITIES_MAX, activityRow } from './activities.ts'
import type { CardText } from './card-texts.ts'
import { contactReportRow, REPORTS_MAX, REPORTS_PER_DAY_MAX } from './contact-reports.ts'
import { DO_NOT_CONTACT_MAX, doNotContactRow } from './do-not-contact.ts'
import { EMAIL_TEMPLATES_MAX, emailTemplateRow } from './email-templates.ts'
import { entitlementRow } from './entitlements.ts'
import { LIST_MEMBERS_MAX, LISTED_PEOPLE_MAX, LISTS_MAX, listMemberRow, listRow } from './lists.ts'
import { SAVED_CANDIDATES_MAX, savedCandidateRow } from './saved-candidates.ts'
import { SAVED_SEARCHES_MAX, savedSearchRow } from './saved-searches.ts'
import { teamMemberRow, teamRow } from './teams.ts'
import { exportLogRow, revealRow } from './traces.ts'
import { userSettingRow } from './user-settings.ts'
import { WATCHES_MAX, watchRow } from './watches.ts'

/** How many rows of a table an account may own. */
interface Quota {
  max: number
  /** Counted for each value of this column, not for the account. */
  per?: 'list_id'
  /** Only those made within 24 hours count. */
  isDaily?: true
  /** Rows with a value in this column are not counted. */
  unless?: 'removed_at'
}

export type OwnerKind = 'account' | 'team'

/** A table whose rows go to their owner's devices, which keep them in a table named as the entry. */
export interface SyncedTable {
  /** The table on the server, where it has another name. */
  table?: string
  /** What travels: all of its columns. */
  row: z.ZodObject
  /** Columns of the primary key: the owner first, so that owners cannot take each other's ids. */
  key: readonly string[]
  /** The column that names whose row it is. */
  owner: 'owner_id' | 'user_id' | 'team_id' | 'id'
  /** Whose rows it holds. */
  kinds: readonly OwnerKind[]
  /**
   * Whether changes travel with the whole row: for tables whose primary key on the server does not
   * begin with the owner.
   */
  isSentWhole?: true
  /** By the name under which a refusal tells of it. */
  quotas?: Record<string, Quota>
  /**
   * Texts that follow from the column `card` and never travel, by the columns that devices keep them in.
   * The server's tables have none: its queries make them.
   */
  derived?: Record<string, CardText>
  /** What else queries read by the key alone, on the device. */
  keyCovers?: readonly string[]
  /** What its queries look rows up by, on the device. */
  indexes?: readonly string[]
}

const ACCOUNT = ['account'] as const
const BOTH = ['account', 'team'] as const
const TEAM = ['team'] as const

/**
 * Every table that is replicated to devices, in the order in which a device follows them. Shapes,
 * quotas, the rights of the role that sends rows, and the account's download follow from it.
 */
export const SYNCED_TABLES = {
  lists: {
    row: listRow,
    key: ['owner_id', 'id'],
    owner: 'owner_id',
    kinds: BOTH,
    quotas: { lists: { max: LISTS_MAX } },
  },
  list_members: {
    row: listMemberRow,
    key: ['owner_id', 'list_id', 'candidate_id'],
    owner: 'owner_id',
    kinds: BOTH,
    quotas: {
      list_members: { max: LIST_MEMBERS_MAX, per: 'list_id', unless: 'removed_at' },
      listed_people: { max: LISTED_PEOPLE_MAX },
    },
    derived: {
      // What the box on a list's screen looks in, a line per field.
      search_text: {
        fields: ['first_name', 'last_name', 'title', 'organization', 'specialty'],
        between: '\n',
      },
      // What a list is sorted by; null where it is unknown.
      sort_name: { fields: ['last_name', 'first_name'], between: ' ' },
      sort_title: { fields: ['title'], between: ' ' },
      sort_place: { fields: ['state', 'city'], between: ' ' },
    },
    // Members are counted without their rows, which are long.
    keyCovers: ['removed_at'],
    indexes: ['list_id, added_at desc, candidate_id', 'candidate_id'],
  },
  /** What was done with people, and what is next. */
  activities: {
    row: activityRow,
    key: ['owner_id', 'id'],
    owner: 'owner_id',
    kinds: BOTH,
    quotas: { activities: { max: ACTIVITIES_MAX } },
    indexes: ['candidate_id, happened_at', 'next_on'],
  },
  do_not_contact: {
    row: doNotContactRow,
    key: ['owner_id', 'candidate_id'],
    owner: 'owner_id',
    kinds: BOTH,
    quotas: { do_not_contact: { max: DO_NOT_CONTACT_MAX } },
    indexes: ['candidate_id'],
  },
  saved_candidates: {
    row: savedCandidateRow,
    key: ['owner_id', 'candidate_id'],
    owner: 'owner_id',
    kinds: ACCOUNT,
    quotas: { saved_candidates: { max: SAVED_CANDIDATES_MAX } },
  },
  saved_searches: {
    row: savedSearchRow,
    key: ['owner_id', 'id'],
    owner: 'owner_id',
    kinds: BOTH,
    quotas: { saved_searches: { max: SAVED_SEARCHES_MAX } },
  },
  /** What is new to saved searches, and how far the account has read it. */
  watches: {
    row: watchRow,
    key: ['owner_id', 'search_owner', 'search_id'],
    owner: 'owner_id',
    kinds: ACCOUNT,
    quotas: { watches: { max: WATCHES_MAX } },
  },
  email_templates: {
    row: emailTemplateRow,
    key: ['owner_id', 'id'],
    owner: 'owner_id',
    kinds: BOTH,
    quotas: { email_templates: { max: EMAIL_TEMPLATES_MAX } },
  },
  // Without a quota: there are as many as there are keys.
  user_settings: {
    row: userSettingRow,
    key: ['owner_id', 'key'],
    owner: 'owner_id',
    kinds: ACCOUNT,
  },
  contact_reports: {
    row: contactReportRow,
    key: ['owner_id', 'candidate_id', 'kind', 'value_id'],
    owner: 'owner_id',
    kinds: ACCOUNT,
    quotas: {
      contact_reports: { max: REPORTS_MAX },
      contact_reports_today: { max: REPORTS_PER_DAY_MAX, isDaily: true },
    },
  },
  reveals: { row: revealRow, key: ['owner_id', 'id'], owner: 'owner_id', kinds: ACCOUNT },
  export_logs: { row: exportLogRow, key: ['owner_id', 'id'], owner: 'owner_id', kinds: ACCOUNT },
  /** A team's plan is seen in its row of `team`. */
  entitlements: { row: entitlementRow, key: ['owner_id'], owner: 'owner_id', kinds: ACCOUNT },
  /** The account's own memberships, by which its devices follow teams. */
  memberships: {
    table: 'team_members',
    row: teamMemberRow,
    key: ['user_id', 'id'],
    owner: 'user_id',
    kinds: ACCOUNT,
    isSentWhole: true,
  },
  /** Everybody who is or was in a team. */
  roster: {
    table: 'team_members',
    row: teamMemberRow,
    key: ['team_id', 'id'],
    owner: 'team_id',
    kinds: TEAM,
    isSentWhole: true,
  },
  team: {
    table: 'teams',
    row: teamRow,
    key: ['id'],
    owner: 'id',
    kinds: TEAM,
    isSentWhole: true,
  },
} as const satisfies Record<string, SyncedTable>

/** The tables on the server whose rows go to devices. */
export const SENT_TABLES = [
  ...new Set(Object.entries<SyncedTable>(SYNCED_TABLES).map(([name, { table = name }]) => table)),
]
