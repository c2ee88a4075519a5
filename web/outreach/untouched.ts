import type { PersonTouches } from '#sync/contract/outreach-queries.ts'

/** A person of whom nothing is known: no touch, no open call, no mark. */
export const untouched = (candidate_id: string): PersonTouches => ({
  candidate_id,
  touched_kind: null,
  touched_value: null,
  touched_by: null,
  touched_owner: null,
  touched_at: null,
  others_kind: null,
  others_value: null,
  others_by: null,
  others_owner: null,
  others_at: null,
  calling_id: null,
  calling_by: null,
  calling_owner: null,
  calling_at: null,
  stop_mark: null,
  stop_reason: null,
  stop_until: null,
  stop_by: null,
  stop_owner: null,
  stop_at: null,
})
