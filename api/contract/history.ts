import { z } from 'zod'
import { exportLogRow } from '#db/schema/traces.ts'

/** A reveal, for the account that made it. */
export const revealHistory = z.object({
  data: z.array(
    z.object({
      candidate_id: z.uuid(),
      revealed_at: z.iso.datetime(),
      /** The name columns, all null when the person is no longer in the directory. */
      first_name: z.string().nullable(),
      middle_name: z.string().nullable(),
      last_name: z.string().nullable(),
      title: z.string().nullable(),
      is_removed: z.boolean(),
    }),
  ),
  count: z.number().int(),
  totalPages: z.number().int(),
})
export type RevealHistory = z.infer<typeof revealHistory>

/** Reveals on one page of the history. */
export const REVEALS_PAGE_SIZE = 25

/** An account's exports: the number of people in all of them, and the latest exports. */
export const exportHistory = z.object({
  total: z.number().int(),
  latest: z.array(exportLogRow.omit({ owner_id: true }).extend({ export_date: z.iso.datetime() })),
})
export type ExportHistory = z.infer<typeof exportHistory>
