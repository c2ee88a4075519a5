import type { Parts } from '#api/context.ts'
import { purgeGuests } from '#api/services/accounts/demo-guests.ts'
import { purgeSupportCodes } from '#api/services/accounts/support-codes.ts'
import { purgeSessions } from '#api/services/auth/session.ts'
import { endPlansOfBanned, endPlansOfClosedTeams } from '#api/services/billing/end-plans.ts'
import { reconcile } from '#api/services/billing/reconcile.ts'
import { mailExportAlerts } from '#api/services/export/allowance-alert.ts'
import { updateFigures } from '#api/services/figures/update-figures.ts'
import { purgeImportFiles } from '#api/services/imports/uploads.ts'
import { mailContactMessages } from '#api/services/intake/contact-messages.ts'
import { finishRemovals } from '#api/services/intake/removals.ts'
import { purgeSubmissions } from '#api/services/intake/submissions.ts'
import { purgeSearchErrors } from '#api/services/search-errors/search-error-log.ts'
import { purgeCallClaims } from '#api/services/teams/call-claims.ts'
import { purgeDevices } from '#api/services/teams/devices.ts'
import { purgeInvites } from '#api/services/teams/invites.ts'
import { closeLapsedTeams } from '#api/services/teams/teams.ts'
import { evaluateWatches } from '#api/services/watches/evaluate-watches.ts'
import { notifyWatchers } from '#api/services/watches/notify-watchers.ts'
import { entitledWatchers } from '#api/services/watches/watchers.ts'
import { IMPORTED_CHANNEL } from '#db/import/import-lock.ts'
import { purgeOwnedRows } from '#sync/server/purge.ts'
import { hourly } from './hourly.ts'
import { onNotice } from './on-notice.ts'

/**
 * Starts the hourly jobs, each in one process at a time, and what follows an import. @returns a stop
 * function for each.
 */
export function startJobs(parts: Parts): (() => Promise<void>)[] {
  const { sql, billing, imports } = parts
  return [
    hourly(parts, {
      name: 'figures.keep',
      run: () => updateFigures(sql),
      failure: 'Figures could not be kept',
    }),
    hourly(parts, {
      name: 'billing.reconcile',
      run: () => reconcile(billing),
      failure: 'Billing could not be reconciled',
    }),
    hourly(parts, {
      name: 'search_errors.forget',
      run: () => purgeSearchErrors(sql),
      failure: 'Old search errors could not be deleted',
    }),
    hourly(parts, {
      name: 'contact_messages.mail',
      run: () => mailContactMessages(parts),
      failure: 'Contact messages could not be mailed',
    }),
    hourly(parts, {
      name: 'export_alerts.mail',
      run: () => mailExportAlerts(parts),
      failure: 'Export alerts could not be mailed',
    }),
    hourly(parts, {
      name: 'removals.finish',
      run: () => finishRemovals(parts),
      failure: 'Removals could not be finished',
    }),
    onNotice(parts, {
      channel: IMPORTED_CHANNEL,
      run: () => finishRemovals(parts),
      failure: 'Removals could not be finished after an import',
    }),
    hourly(parts, {
      name: 'owned_rows.purge',
      run: () => purgeOwnedRows(sql),
      failure: 'Owned rows could not be purged',
    }),
    hourly(parts, {
      name: 'submissions.tidy',
      run: () => purgeSubmissions(parts),
      failure: 'Resumes could not be tidied',
    }),
    hourly(parts, {
      name: 'bans.end_plans',
      run: () => endPlansOfBanned(billing),
      failure: 'Plans of banned accounts could not be ended',
    }),
    hourly(parts, {
      name: 'teams.close_lapsed',
      run: () => closeLapsedTeams(billing),
      failure: 'Lapsed teams could not be closed',
    }),
    hourly(parts, {
      name: 'teams.end_plans',
      run: () => endPlansOfClosedTeams(billing),
      failure: 'Plans of closed teams could not be ended',
    }),
    hourly(parts, {
      name: 'support_codes.purge',
      run: () => purgeSupportCodes(sql),
      failure: 'Support codes could not be purged',
    }),
    hourly(parts, {
      name: 'teams.forget',
      run: () => Promise.all([purgeInvites(sql), purgeDevices(sql), purgeCallClaims(sql)]),
      failure: 'Old invitations, devices and claims of calls could not be deleted',
    }),
    hourly(parts, {
      name: 'imports.forget',
      run: () => purgeImportFiles(imports),
      failure: 'Old files of imports could not be deleted',
    }),
    hourly(parts, {
      name: 'sessions.purge',
      run: () => purgeSessions(sql),
      failure: 'Expired sessions could not be deleted',
    }),
    hourly(parts, {
      name: 'guests.purge',
      run: () => purgeGuests(sql),
      failure: 'Demo guests could not be purged',
    }),
  ]
}

/** Starts the jobs that need the search's index, once it is there. @returns a stop function for each. */
export function startSearchJobs(parts: Parts): (() => Promise<void>)[] {
  const watch = async () => {
    await evaluateWatches(parts, await entitledWatchers(parts))
    await notifyWatchers(parts)
  }
  return [
    hourly(parts, {
      name: 'watches.evaluate',
      run: watch,
      failure: 'Watched searches could not be evaluated',
    }),
    onNotice(parts, {
      channel: IMPORTED_CHANNEL,
      run: watch,
      failure: 'Watched searches could not be evaluated after an import',
    }),
  ]
}
