import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import type { ListMemberRow, ListRow } from '#db/schema/lists.ts'
import type { SavedCandidateRow } from '#db/schema/saved-candidates.ts'
import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { ExportLogRow, RevealRow } from '#db/schema/traces.ts'
import type { UserSettingRow } from '#db/schema/user-settings.ts'

/** Rows of each shape, as both databases hand them out. A shape carries the table of its name. */
export interface ShapeRows {
  lists: ListRow
  list_members: ListMemberRow
  saved_candidates: SavedCandidateRow
  saved_searches: SavedSearchRow
  email_templates: EmailTemplateRow
  user_settings: UserSettingRow
  reveals: RevealRow
  export_logs: ExportLogRow
  entitlements: EntitlementRow
}
/** A shape, and the table of the same name on the server and on the device. */
export type ShapeName = keyof ShapeRows

interface Shape {
  /** What travels: column → PostgreSQL type. */
  columns: Record<string, string>
  /** Columns of the primary key. */
  key: readonly string[]
  /** The column that names whose row it is. */
  owner: 'owner_id' | 'user_id'
  /** Whether a team's rows come too. */
  hasTeam: boolean
  /**
   * Texts that follow from the columns and never travel: column → expression. Devices keep them;
   * the server's tables do not, for PostgreSQL replicates no table whole that has such a column.
   */
  derived?: Record<string, string>
  /** What its queries look rows up by, on the device. */
  indexes?: readonly string[]
}

/** Everything that is replicated to a device. The server adds whose rows; the device never asks. */
export const SHAPES = {
  lists: {
    key: ['id'],
    owner: 'owner_id',
    hasTeam: true,
    columns: {
      id: 'uuid',
      owner_id: 'text',
      team_id: 'text',
      name: 'text',
      description: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      deleted_at: 'timestamptz',
    },
  },
  list_members: {
    key: ['list_id', 'candidate_id'],
    owner: 'owner_id',
    hasTeam: true,
    columns: {
      list_id: 'uuid',
      candidate_id: 'uuid',
      owner_id: 'text',
      team_id: 'text',
      card: 'jsonb',
      added_at: 'timestamptz',
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
    key: ['owner_id', 'candidate_id'],
    owner: 'owner_id',
    hasTeam: true,
    columns: {
      owner_id: 'text',
      candidate_id: 'uuid',
      team_id: 'text',
      starred: 'boolean',
      note: 'text',
      card: 'jsonb',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
  },
  saved_searches: {
    key: ['id'],
    owner: 'owner_id',
    hasTeam: true,
    columns: {
      id: 'uuid',
      owner_id: 'text',
      team_id: 'text',
      name: 'text',
      search_params: 'jsonb',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
  },
  email_templates: {
    key: ['id'],
    owner: 'owner_id',
    hasTeam: true,
    columns: {
      id: 'uuid',
      owner_id: 'text',
      team_id: 'text',
      name: 'text',
      subject: 'text',
      body: 'text',
      tone: 'text',
      length: 'text',
      position_type: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
  },
  user_settings: {
    key: ['owner_id', 'key'],
    owner: 'owner_id',
    hasTeam: false,
    columns: { owner_id: 'text', key: 'text', value: 'jsonb', updated_at: 'timestamptz' },
  },
  reveals: {
    key: ['id'],
    owner: 'owner_id',
    hasTeam: false,
    columns: {
      id: 'uuid',
      owner_id: 'text',
      team_id: 'text',
      candidate_id: 'uuid',
      revealed_at: 'timestamptz',
      removed_at: 'timestamptz',
    },
  },
  export_logs: {
    key: ['id'],
    owner: 'owner_id',
    hasTeam: false,
    columns: {
      id: 'uuid',
      owner_id: 'text',
      team_id: 'text',
      export_date: 'timestamptz',
      export_count: 'integer',
      format: 'text',
      file_name: 'text',
      columns: 'text[]',
      filters: 'jsonb',
    },
  },
  entitlements: {
    key: ['user_id'],
    owner: 'user_id',
    hasTeam: false,
    columns: {
      user_id: 'text',
      tier: 'text',
      status: 'text',
      plan_name: 'text',
      price_cents: 'integer',
      currency: 'text',
      billing_interval: 'text',
      current_period_end: 'timestamptz',
      cancel_at_period_end: 'boolean',
      checked_at: 'timestamptz',
    },
  },
} as const satisfies Record<ShapeName, Shape>

/** All shapes, in the order in which a device follows them. */
export const SHAPE_NAMES = Object.keys(SHAPES) as ShapeName[]

/** The shape of a name, in the general form. */
export const shapeOf = (name: ShapeName): Shape => SHAPES[name]

/** Shapes that mutations write. */
export type WritableName = Exclude<ShapeName, 'reveals' | 'export_logs' | 'entitlements'>
