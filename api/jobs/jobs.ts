import type { Parts } from '#api/context.ts'
import { purgeGuests } from '#api/services/accounts/demo-guests.ts'
import { purgeSupportCodes } from '#api/services/accounts/support-codes.ts'
import { purgeSessions } from '#api/services/auth/session.ts'
import {
  dropFormerPayers,
  endPlansOfBanned,
  endPlansOfClosedTeams,
} from '#api/services/billing/end-plans.ts'
import { reconcile } from '#api/services/billing/reconcile.ts'
import { mailExportAlerts } from '#api/services/export/allowance-alert.ts'
import { updateFigures } from '#api/services/figures/update-figures.ts'
import { purgeImportFiles } from '#api/services/imports/uploads.ts'
import { mailContactMessages, purgeContactMessages } from '#api/services/intake/contact-messages.ts'
import { finishRemovals } from '#api/services/intake/removals.ts'
import { purgeSubmissions } from '#api/services/intake/submissions.ts'
import { purgeSearchErrors } from '#api/services/search-errors/search-error-log.ts'
import { eraseShapes } from '#api/services/sync/erase-shapes.ts'
import { purgeCallClaims } from '#api/services/teams/call-claims.ts'
import { purgeDevices } from '#api/services/teams/devices.ts'
import { purgeInvites } from '#api/services/teams/invites.ts'
import { closeLapsedTeams } from '#api/services/teams/teams.ts'
import { evaluateWatches } from '#api/services/watches/evaluate-watches.ts'
import { notifyWatchers } from '#api/services/watches/notify-watchers.ts'
import { entitledWatchers } from '#api/services/watches/watchers.ts'
import { IMPORTED_CHANNEL } from '#db/import/import-lock.ts'
import { purgeOwnedRows } from '#sync/server/purge.ts'
import { ERASED_CHANNEL } from '#sync/server/shape-history.ts'
import { hourly } from './hourly.ts'
import { onNotice } from './on-notice.ts'

/** The hourly run goes on where a shape server is unavailable for longer than a minute. */
const ERASE_TRIES = 12

/**
 * Starts the hourly jobs, each in one process at a time, and the jobs that follow a notice.
 * @returns a stop function for each
 */
export function startJobs(parts: Parts): (() => Promise<void>)[] {
  const { sql, billing, imports } = parts
  const jobs: Record<string, () => Promise<unknown>> = {
    'figures.keep': () => updateFigures(sql),
    'billing.reconcile': () => reconcile(billing),
    'search_errors.forget': () => purgeSearchErrors(sql),
    'contact_messages.mail': () => mailContactMessages(parts),
    'contact_messages.forget': () => purgeContactMessages(sql),
    'export_alerts.mail': () => mailExportAlerts(parts),
    'removals.finish': () => finishRemovals(parts),
    'owned_rows.purge': () => purgeOwnedRows(sql),
    'submissions.tidy': () => purgeSubmissions(parts),
    'bans.end_plans': () => endPlansOfBanned(billing),
    'teams.drop_payers': () => dropFormerPayers(billing),
    'teams.close_lapsed': () => closeLapsedTeams(billing),
    'teams.end_plans': () => endPlansOfClosedTeams(billing),
    'support_codes.purge': () => purgeSupportCodes(sql),
    'teams.forget': () => Promise.all([purgeInvites(sql), purgeDevices(sql), purgeCallClaims(sql)]),
    'imports.forget': () => purgeImportFiles(imports),
    'sessions.purge': () => purgeSessions(sql),
    'guests.purge': () => purgeGuests(sql),
    'shapes.erase': () => eraseShapes(parts),
  }
  return [
    ...Object.entries(jobs).map(([name, run]) => hourly(parts, { name, run })),
    onNotice(parts, {
      name: 'removals.finish',
      channel: IMPORTED_CHANNEL,
      run: () => finishRemovals(parts),
    }),
    onNotice(parts, {
      name: 'shapes.erase',
      channel: ERASED_CHANNEL,
      run: () => eraseShapes(parts, { tries: ERASE_TRIES }),
    }),
  ]
}

/**
 * Starts the jobs that need the search index, which must be ready.
 * @returns a stop function for each
 */
export function startSearchJobs(parts: Parts): (() => Promise<void>)[] {
  const name = 'watches.evaluate'
  const run = async () => {
    await evaluateWatches(parts, await entitledWatchers(parts))
    await notifyWatchers(parts)
  }
  return [hourly(parts, { name, run }), onNotice(parts, { name, channel: IMPORTED_CHANNEL, run })]
}
