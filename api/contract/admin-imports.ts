import { z } from 'zod'
import {
  directoryImportRow,
  IMPORT_FORMATS,
  importCheck,
  UPLOAD_BYTES_MAX,
} from '#db/schema/directory-imports.ts'
import { isStorable } from '#db/schema/storable.ts'

const count = z.number().int()

const instant = z.iso.datetime()

/** An import, for administrators. */
export const adminImport = directoryImportRow
  .pick({
    id: true,
    format: true,
    file_name: true,
    state: true,
    progress: true,
    counts: true,
    failure: true,
  })
  .extend({
    file_bytes: z.number(),
    /** The upload's size so far, which is the offset at which it resumes. */
    received_bytes: z.number(),
    /** Whether the file is complete and present, for a check or an import. */
    hasFile: z.boolean(),
    hasRejects: z.boolean(),
    is_cancel_asked: z.boolean(),
    /** The account that uploaded it; null for the command line and deleted accounts. */
    created_by: z.string().nullable(),
    created_at: instant,
    started_at: instant.nullable(),
    finished_at: instant.nullable(),
    check: importCheck.nullable(),
  })
export type AdminImport = z.infer<typeof adminImport>

export const importPage = z.object({
  imports: z.array(adminImport),
  /** Cursor for earlier imports; null at the end. */
  next: z.string().nullable(),
})
export type ImportPage = z.infer<typeof importPage>

export const importQuery = z.object({ before: z.uuid().optional() })

/** The body of `POST /api/admin/imports`. */
export const newImport = z.strictObject({
  format: z.enum(IMPORT_FORMATS),
  fileName: z.string().trim().min(1).max(255).refine(isStorable, 'not valid text'),
  bytes: z.number().int().min(1).max(UPLOAD_BYTES_MAX),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be SHA-256 in lower-case hexadecimal'),
})
export type NewImport = z.infer<typeof newImport>

/** The body of `POST /api/admin/imports/{id}/start`. */
export const importStart = z.strictObject({
  /** Whether to remove people however many they are. */
  isForced: z.boolean().default(false),
})

/** Figures of the directory. */
export const directoryFigures = z.object({
  people: count,
  /** By source, most people first. */
  sources: z.array(
    z.object({
      source: z.string(),
      people: count,
      /** The newest day in a record of the source; null when it has no days. */
      newest_record: z.string().nullable(),
      /** When a file of this source was last imported; null when unknown. */
      last_import: instant.nullable(),
    }),
  ),
  /** The number of suppressed addresses, telephone numbers and NPIs. */
  suppressions: count,
  deactivations: z.object({
    /** NPIs that the registry's reports list as deactivated. */
    npis: count,
    /** The latest day of deactivation. */
    newest: z.string().nullable(),
    /** The number deactivated in the year before that day. */
    lastYear: count,
  }),
})
export type DirectoryFigures = z.infer<typeof directoryFigures>
