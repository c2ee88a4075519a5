import type { AdminFigures, FiguresQuery } from '#api/contract/admin-figures.ts'
import { api, call } from '#web/lib/api-client.ts'

/** The product's figures for a range of days. @throws ApiError; an AbortError when `signal` aborts. */
export function fetchFigures(
  { days, to }: { days?: number | undefined; to?: string | undefined },
  signal: AbortSignal,
): Promise<AdminFigures> {
  const query: FiguresQuery = { ...(days ? { days } : {}), ...(to ? { to } : {}) }
  return call((init) => api.admin.figures.$get({ query }, { init }), { signal })
}
