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

/** The most rows of a table that an account may own. */
interface Quota {
  max: number
  /** The column for each of whose values rows are counted, instead of per account. */
  per?: 'list_id'
  /** Whether only rows created within 24 hours count. */
  isDaily?: true
  /** Rows with a value in this column are not counted. */
  unless?: 'removed_at'
}

export type OwnerKind = 'account' | 'team'

/**
 * A table whose rows are sent to their owner's devices, which store them in a table with the
 * entry's name.
 */
export interface SyncedTable {
  /** The table's name on the server, if it differs. */
  table?: string
  /** The row that is sent: all of its columns. */
  row: z.ZodObject
  /**
   * The columns of the primary key: the owner comes first, so that owners cannot use each other's
   * ids.
   */
  key: readonly string[]
  /** The column of the owner. */
  owner: 'owner_id' | 'user_id' | 'team_id' | 'id'
  /** The kinds of owners whose rows it holds. */
  kinds: readonly OwnerKind[]
  /**
   * Whether changes contain the whole row, as is needed for tables whose primary key on the server
   * does not begin with the owner.
   */
  isSentWhole?: true
  /** The limits, by the name that a refusal states. */
  quotas?: Record<string, Quota>
  /**
   * Texts that are derived from the column `card` and never sent, by the device's columns that
   * store them. The server's tables do not have them: its queries compute them.
   */
  derived?: Record<string, CardText>
  /** Further columns that queries on the device read through the key's index. */
  keyCovers?: readonly string[]
  /** The columns by which queries on the device look rows up. */
  indexes?: readonly string[]
}

const ACCOUNT = ['account'] as const
const BOTH = ['account', 'team'] as const
const TEAM = ['team'] as const

/**
 * Every table that is replicated to devices, in the order in which a device follows them. Shapes,
 * quotas, the rights of the role that sends rows, and the account's download are derived from it.
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
      // The text that the box on a list's screen searches, with a line per field.
      search_text: {
        fields: ['first_name', 'last_name', 'title', 'organization', 'specialty'],
        between: '\n',
      },
      // The text that a list is sorted by; null if it is unknown.
      sort_name: { fields: ['last_name', 'first_name'], between: ' ' },
      sort_title: { fields: ['title'], between: ' ' },
      sort_place: { fields: ['state', 'city'], between: ' ' },
    },
    // Members are counted without reading their rows, which are long.
    keyCovers: ['removed_at'],
    indexes: ['list_id, added_at desc, candidate_id', 'candidate_id'],
  },
  /** The steps taken with people, and the next ones. */
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
  /** The news of saved searches, and how far the account has read them. */
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
  // This table has no quota: it has one row per setting.
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
  /** A team's plan is shown by its row in `team`. */
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
  /** All current and former members of a team. */
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
