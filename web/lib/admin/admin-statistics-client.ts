import type { AdminStatistics } from '#api/contract/admin-statistics.ts'
import { api, call } from '#web/lib/api-client.ts'

/** The counts of the administration. @throws ApiError. */
export function fetchStatistics(): Promise<AdminStatistics> {
  return call((init) => api.admin.statistics.$get({}, { init }))
}
