import { z } from 'zod'

/** Kinds of files with people that can be imported. */
export const IMPORT_FORMATS = ['nppes', 'dac', 'deactivated', 'csv'] as const
export type ImportFormatName = (typeof IMPORT_FORMATS)[number]

/**
 * The state of an import. `broken_off`: the process that ran it is gone; merged rows stay, and the
 * import can be restarted from its file. This state is stored once another import starts, and
 * derived until then.
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

/** The size of a chunk of an upload, which the API holds in memory. */
export const UPLOAD_CHUNK_BYTES = 4 * 1024 * 1024

/** The largest upload: the registry's monthly file has 11 GB unpacked, and grows. */
export const UPLOAD_BYTES_MAX = 20_000_000_000

/** The most examples in the result of a check. */
export const EXAMPLES_MAX = 20

const count = z.number().int()

/** The counts of a file's rows. */
const importCounts = z.object({
  /** The number of rows in the file, without the header. */
  read: count,
  new: count,
  changed: count,
  unchanged: count,
  removed: count,
  /** People in the file but not in the directory, when the file adds no people. */
  absent: count,
  /** Rows about suppressed people. */
  suppressed: count,
  rejected: count,
  /** Skipped rows, by reason. */
  skipped: z.record(z.string(), count),
})
export type ImportCounts = z.infer<typeof importCounts>

/** A person whom an import would add, change or remove. */
const importExample = z.object({
  effect: z.enum(['new', 'changed', 'removed']),
  /** The line of the file. */
  line: count,
  name: z.string(),
  npi: z.string().nullable(),
  /** The fields of a new or changed person; `from` is null for an empty field. */
  fields: z.array(
    z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
  ),
  /** The kinds of contacts that would change. Privacy: never their values. */
  contacts: z.array(z.string()),
})
export type ImportExample = z.infer<typeof importExample>

/** The effects that an import would have at the time of the check. */
export const importCheck = importCounts.extend({
  checked_at: z.iso.datetime(),
  /** Whether it would remove so many people that the import must be forced. */
  isManyToLeave: z.boolean(),
  examples: z.array(importExample).max(EXAMPLES_MAX),
})
export type ImportCheck = z.infer<typeof importCheck>

/** The progress: bytes of the file read, or people merged. */
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
  /** The size of the file: a bigint, which the driver returns as text. */
  file_bytes: z.string(),
  /** The file's SHA-256 in lower-case hexadecimal; null for a file imported on the command line. */
  file_sha256: z.string().nullable(),
  /** When the file was deleted; null while it exists or is being uploaded. */
  file_deleted_at: z.date().nullable(),
  state: z.enum(IMPORT_STATES),
  /** The account that created it; null for the command line, and after the account is deleted. */
  created_by: z.string().nullable(),
  created_at: z.date(),
  /** When the file was last used; an unused one is deleted after a while. */
  touched_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  progress: importProgress.nullable(),
  is_cancel_asked: z.boolean(),
  check_result: importCheck.nullable(),
  counts: importCounts.nullable(),
  /** The reason of a failure, as one sentence for the operator. */
  failure: z.string().nullable(),
})
