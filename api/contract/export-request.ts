import { z } from 'zod'
import { isStorable } from '#db/schema/storable.ts'
import { EXPORT_FORMATS } from '#db/schema/traces.ts'
import { EXPORT_COLUMNS, EXPORT_PDF_PEOPLE_MAX, type ExportColumnKey } from './export-columns.ts'
import { FILTER_TEXT_MAX, FILTER_VALUES_MAX } from './search.ts'

/** The most people per file: the size of the largest list. */
const EXPORT_PEOPLE_MAX = 10_000

/** The most people per file of a demo account: enough to judge by, too few to copy the directory. */
export const EXPORT_DEMO_PEOPLE_MAX = 500

/** The screens that offer an export, which name the file. */
const EXPORT_SOURCES = ['search', 'profile', 'list'] as const
export type ExportSource = (typeof EXPORT_SOURCES)[number]

const text = z.string().max(FILTER_TEXT_MAX).refine(isStorable, 'not valid text')

/** There are fewer filters than this. */
const FILTERS_MAX = 30

const keys = EXPORT_COLUMNS.map(({ key }) => key) as [ExportColumnKey, ...ExportColumnKey[]]

const candidateIds = z.array(z.uuid()).min(1).max(EXPORT_PEOPLE_MAX)

/** The body of `POST /api/export/allowance`: the people to be exported. */
export const exportAllowanceRequest = z.strictObject({ candidateIds })

/** The body of `POST /api/export`. */
export const exportRequest = z
  .strictObject({
    candidateIds,
    format: z.enum(EXPORT_FORMATS),
    /** The columns in the order wanted; all columns when missing. */
    columns: z.array(z.enum(keys)).min(1).max(keys.length).optional(),
    /**
     * The name, with or without an extension. Characters that are not allowed in file names are
     * removed.
     */
    fileName: z.string().max(200).optional(),
    /**
     * What the screen showed, stored with the export: the filters of a search, or the name of a
     * list.
     */
    filters: z
      .record(text, z.union([text, z.array(text).max(FILTER_VALUES_MAX)]))
      .refine((filters) => Object.keys(filters).length <= FILTERS_MAX, 'too many')
      .optional(),
    source: z.enum(EXPORT_SOURCES),
  })
  .refine(
    ({ format, candidateIds }) => format !== 'pdf' || candidateIds.length <= EXPORT_PDF_PEOPLE_MAX,
    { path: ['candidateIds'], message: `at most ${EXPORT_PDF_PEOPLE_MAX} people fit a PDF` },
  )
export type ExportBody = z.input<typeof exportRequest>
