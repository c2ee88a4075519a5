import { z } from 'zod'
import { isStorable } from './storable.ts'

/** Kinds of files with people that can be imported. */
export const IMPORT_FORMATS = ['nppes', 'dac', 'deactivated', 'csv'] as const
export type ImportFormatName = (typeof IMPORT_FORMATS)[number]

/**
 * Where an import stands. `broken_off`: the process that ran it is gone; what was merged stays, and
 * it can be started again from its file. Stored once another import starts, derived until then.
 */
const IMPORT_STATES = [
  'uploading',
  'ready',
  'checking',
  'importing',
  'done',
  'failed',
  'cancelled',
  'broken_off',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What is sent at a time; what the API holds of it in memory. */
export const UPLOAD_CHUNK_BYTES = 4 * 1024 * 1024

/** The registry's month, unpacked, has 11 GB and grows. */
export const UPLOAD_BYTES_MAX = 20_000_000_000

/** People that the answer of a check shows. */
export const EXAMPLES_MAX = 20

const count = z.number().int()

/** What became of the rows of a file. */
const importCounts = z.object({
  /** Rows of the file, the header aside. */
  read: count,
  new: count,
  changed: count,
  unchanged: count,
  removed: count,
  /** In the file and not in the directory, where the file brings nobody. */
  absent: count,
  /** Of people who had themselves removed. */
  suppressed: count,
  rejected: count,
  /** Passed over, by reason. */
  skipped: z.record(z.string(), count),
})
export type ImportCounts = z.infer<typeof importCounts>

/** Somebody whom an import would bring, change or take out. */
const importExample = z.object({
  effect: z.enum(['new', 'changed', 'removed']),
  /** Line of the file. */
  line: count,
  name: z.string(),
  npi: z.string().nullable(),
  /** Of somebody new or changed; `from` is null where nothing is known yet. */
  fields: z.array(
    z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
  ),
  /** Ways to reach them that would change. Never their values: those leave by the reveal alone. */
  contacts: z.array(z.string()),
})
export type ImportExample = z.infer<typeof importExample>

/** What an import would do, had it been started at that moment. */
const importCheck = importCounts.extend({
  checked_at: z.iso.datetime(),
  /** It takes out so many that the import wants to be told that this is right. */
  isManyToLeave: z.boolean(),
  examples: z.array(importExample).max(EXAMPLES_MAX),
})
export type ImportCheck = z.infer<typeof importCheck>

/** How far the file is read, in bytes, or its people are merged. */
const importProgress = z.object({
  phase: z.enum(['reading', 'merging']),
  done: count,
  total: count,
})
export type ImportProgress = z.infer<typeof importProgress>

/** A row of `directory_imports`. */
export const directoryImportRow = z.object({
  id: z.uuid(),
  format: z.enum(IMPORT_FORMATS),
  file_name: z.string(),
  /** A bigint, which the driver gives as text. */
  file_bytes: z.string(),
  /** Lower-case hexadecimal; null of a file that was imported at the command line. */
  file_sha256: z.string().nullable(),
  /** When the file was deleted; null while it is there, or comes in. */
  file_deleted_at: z.date().nullable(),
  state: z.enum(IMPORT_STATES),
  /** Null for the command line, and once the account is deleted. */
  created_by: z.string().nullable(),
  created_at: z.date(),
  /** Whoever does nothing with a file for long has it deleted. */
  touched_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  progress: importProgress.nullable(),
  is_cancel_asked: z.boolean(),
  check_result: importCheck.nullable(),
  counts: importCounts.nullable(),
  /** Why it failed: one sentence for people. */
  failure: z.string().nullable(),
})

const instant = z.iso.datetime()

/** An import as administrators see it. */
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
    /** How much of the file is here: where its upload goes on. */
    received_bytes: z.number(),
    /** Whether the file is whole and here, for a check or an import. */
    hasFile: z.boolean(),
    hasRejects: z.boolean(),
    is_cancel_asked: z.boolean(),
    /** Whoever uploaded it; null for the command line and deleted accounts. */
    created_by: z.string().nullable(),
    created_at: instant,
    started_at: instant.nullable(),
    finished_at: instant.nullable(),
    check: importCheck.nullable(),
  })
export type AdminImport = z.infer<typeof adminImport>

export const importPage = z.object({
  imports: z.array(adminImport),
  /** Asks for the imports before these; null at the end. */
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
  /** Takes people out however many they are. */
  isForced: z.boolean().default(false),
})

/** What the directory is made of. */
export const directoryFigures = z.object({
  people: count,
  /** By where they come from, most people first. */
  sources: z.array(
    z.object({
      source: z.string(),
      people: count,
      /** The newest day that the source gives a record; null where it gives none. */
      newest_record: z.string().nullable(),
      /** When a file of it was last taken in; null if that is not known. */
      last_import: instant.nullable(),
    }),
  ),
  /** Addresses, numbers and NPIs of people who had themselves removed: nobody comes back by them. */
  suppressions: count,
  deactivations: z.object({
    /** NPIs that the registry's reports call deactivated. */
    npis: count,
    /** The last day one of them was. */
    newest: z.string().nullable(),
    /** Deactivated in the year before that day. */
    lastYear: count,
  }),
})
export type DirectoryFigures = z.infer<typeof directoryFigures>
