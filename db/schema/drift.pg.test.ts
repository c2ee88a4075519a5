import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { testDatabase } from '#tests/support/database.ts'
import { activityRow } from './activities.ts'
import { callClaimRow } from './call-claims.ts'
import { candidateContactRow } from './candidate-contacts.ts'
import { candidateSubmissionRow, formerDecisionRow } from './candidate-submissions.ts'
import { candidateRow } from './candidates.ts'
import { columnTypes } from './column-types.ts'
import { contactMessageRow } from './contact-messages.ts'
import { contactReportRow } from './contact-reports.ts'
import { dailyFigureRow } from './daily-figures.ts'
import { deactivatedNpiRow } from './deactivated-npis.ts'
import { demoGrantRow } from './demo-grants.ts'
import { directoryImportRow } from './directory-imports.ts'
import { doNotContactRow } from './do-not-contact.ts'
import { emailTemplateRow } from './email-templates.ts'
import {
  entitlementRow,
  stripeCursorRow,
  stripeCustomerRow,
  stripeEventRow,
} from './entitlements.ts'
import { erasedShapeRow } from './erased-shapes.ts'
import { exportedContactsRow } from './exported-contacts.ts'
import { jobRunRow } from './job-runs.ts'
import { listMemberRow, listRow } from './lists.ts'
import { mutationResultRow } from './mutation-results.ts'
import { ownerRow } from './owners.ts'
import { pushSubscriptionRow, watchMailRow } from './push-subscriptions.ts'
import { removalOutboxRow } from './removal-outbox.ts'
import { removalRequestRow } from './removal-requests.ts'
import { savedCandidateRow } from './saved-candidates.ts'
import { savedSearchRow } from './saved-searches.ts'
import { searchErrorDecisionRow, searchErrorLogRow } from './search-error-logs.ts'
import { siteSettingRow, siteSettingVersionRow } from './site-settings.ts'
import { specialtyNameRow } from './specialty-names.ts'
import { supportCodeRow } from './support-codes.ts'
import { suppressionRow } from './suppressions.ts'
import { SYNCED_TABLES, type SyncedTable } from './synced-tables.ts'
import { teamContactsRow, teamDeviceRow, teamInviteRow, teamMemberRow, teamRow } from './teams.ts'
import { auditChainRow, auditLogRow, exportLogRow, formerExportRow, revealRow } from './traces.ts'
import { userSettingRow } from './user-settings.ts'
import { sessionRow, userRow } from './users.ts'
import { candidateChangeRow, watchNewsRow, watchRow } from './watches.ts'

/** Every table that has a row schema. */
const TABLES = {
  candidates: candidateRow,
  call_claims: callClaimRow,
  candidate_contacts: candidateContactRow,
  search_error_logs: searchErrorLogRow,
  search_error_decisions: searchErrorDecisionRow,
  site_settings: siteSettingRow,
  site_setting_versions: siteSettingVersionRow,
  specialty_names: specialtyNameRow,
  suppressions: suppressionRow,
  removal_outbox: removalOutboxRow,
  erased_shapes: erasedShapeRow,
  job_runs: jobRunRow,
  deactivated_npis: deactivatedNpiRow,
  directory_imports: directoryImportRow,
  users: userRow,
  owners: ownerRow,
  sessions: sessionRow,
  entitlements: entitlementRow,
  stripe_customers: stripeCustomerRow,
  stripe_events: stripeEventRow,
  stripe_cursor: stripeCursorRow,
  demo_grants: demoGrantRow,
  reveals: revealRow,
  export_logs: exportLogRow,
  former_exports: formerExportRow,
  exported_contacts: exportedContactsRow,
  daily_figures: dailyFigureRow,
  audit_log: auditLogRow,
  audit_chain: auditChainRow,
  support_codes: supportCodeRow,
  lists: listRow,
  list_members: listMemberRow,
  saved_candidates: savedCandidateRow,
  saved_searches: savedSearchRow,
  activities: activityRow,
  do_not_contact: doNotContactRow,
  contact_reports: contactReportRow,
  email_templates: emailTemplateRow,
  user_settings: userSettingRow,
  teams: teamRow,
  team_members: teamMemberRow,
  team_invites: teamInviteRow,
  team_devices: teamDeviceRow,
  team_contacts: teamContactsRow,
  mutation_results: mutationResultRow,
  candidate_submissions: candidateSubmissionRow,
  former_decisions: formerDecisionRow,
  removal_requests: removalRequestRow,
  contact_messages: contactMessageRow,
  watches: watchRow,
  watch_news: watchNewsRow,
  candidate_changes: candidateChangeRow,
  push_subscriptions: pushSubscriptionRow,
  watch_mails: watchMailRow,
}

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

function acceptsNull(schema: z.ZodType): boolean {
  return schema.safeParse(null).success
}

it.each(Object.entries(TABLES))(
  '%s has the columns its row schema names',
  async (table, schema) => {
    const columns = await database.sql<{ column_name: string; is_nullable: 'YES' | 'NO' }[]>`
    select column_name, is_nullable from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`
    const inDatabase = columns.map((c) => [c.column_name, c.is_nullable === 'YES'])
    const inSchema = Object.entries(schema.shape).map(([name, type]) => [name, acceptsNull(type)])
    expect(inSchema.sort()).toEqual(inDatabase.sort())
  },
)

it.each(Object.entries<SyncedTable>(SYNCED_TABLES))(
  '%s is synced with the columns it has, each in its type',
  async (name, { row, table = name }: SyncedTable) => {
    const inDatabase = await database.sql`
      select attname as name, atttypid::regtype::text as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`
    // PostgreSQL's long names of the types, as the server returns them.
    const types = Object.entries(columnTypes(row))
    const inSchema = await database.sql`
      select name, type::regtype::text as type
      from unnest(${types.map(([name]) => name)}::text[], ${types.map(([, type]) => type)}::text[])
        as given (name, type)`
    const byName = (rows: readonly object[]) => new Set(rows.map((each) => JSON.stringify(each)))
    expect(byName(inSchema)).toEqual(byName(inDatabase))
  },
)

it('every table has a row schema', async () => {
  const tables = await database.sql<{ table_name: string }[]>`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  // Tables that only migrations, triggers and libraries maintain.
  const unruled = [
    'schema_migrations',
    'candidate_deletions',
    'left_out_versions',
    'auth_accounts',
    'auth_verifications',
    'auth_rate_limits',
    'auth_two_factors',
    'auth_passkeys',
    'rate_limits',
  ]
  expect(tables.map((t) => t.table_name).sort()).toEqual(
    [...Object.keys(TABLES), ...unruled].sort(),
  )
})
