import type {
  SeatsPreview,
  TeamCheckoutRequest,
  TeamPlanAnswer,
  TeamSeatsRequest,
} from '#api/contract/team-billing.ts'
import { api, call } from '#web/lib/api-client.ts'

/** Calls about what a team pays for, for its owners. Each throws ApiError. */

/** The plan and the seats of a team. */
export function fetchTeamPlan(id: string): Promise<TeamPlanAnswer> {
  return call((init) => api.teams[':id'].plan.$get({ param: { id } }, { init }))
}

/** What another number of seats costs. */
export function previewSeats(id: string, seats: number): Promise<SeatsPreview> {
  const json = { seats }
  return call((init) => api.teams[':id'].plan.preview.$post({ param: { id }, json }, { init }))
}

/** Buys more seats, or has fewer from the renewal on. Requires a fresh confirmation of who is asking. */
export function changeSeats(id: string, json: TeamSeatsRequest): Promise<TeamPlanAnswer> {
  return call((init) => api.teams[':id'].plan.seats.$put({ param: { id }, json }, { init }))
}

/** Opens a team's first checkout; the answer says where, in one of the forms `destinationOf` reads. */
export function createTeamCheckout(id: string, json: TeamCheckoutRequest): Promise<unknown> {
  return call((init) => api.teams[':id'].plan.checkout.$post({ param: { id }, json }, { init }))
}

/** Opens a team's billing portal; the answer says where, as for a checkout. */
export function createTeamPortal(id: string): Promise<unknown> {
  return call((init) => api.teams[':id'].plan.portal.$post({ param: { id } }, { init }))
}
