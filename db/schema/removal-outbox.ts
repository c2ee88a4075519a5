import { z } from 'zod'
import { SUPPRESSION_KINDS } from './suppressions.ts'

/** A completed removal of people or of an account, as the journal of removals stores it. */
export const journalEntry = z.object({
  at: z.iso.datetime(),
  /** The fingerprint of the key of the hashes; absent without hashes. */
  key: z.string().optional(),
  /** Ids of the deleted people. */
  people: z.array(z.uuid()),
  /** Ids of the deleted accounts. */
  accounts: z.array(z.string()).optional(),
  /** The hashes of their identifiers: HMAC-SHA-256 as hexadecimal text. */
  hashes: z.array(
    z.object({ kind: z.enum(SUPPRESSION_KINDS), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})
export type JournalEntry = z.infer<typeof journalEntry>

/** A row of `removal_outbox`: a removal that is not yet in the journal. */
export const removalOutboxRow = z.object({ id: z.string(), entry: journalEntry })
