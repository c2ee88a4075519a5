import { z } from 'zod'
import { EXPORT_COLUMNS, type ExportColumnKey } from './export-columns.ts'
import { EXPORT_FORMATS } from './traces.ts'

/** People in one file: the largest list somebody keeps. */
export const EXPORT_PEOPLE_MAX = 10_000

/** People in one PDF: what is meant to be printed and read. A spreadsheet takes the rest. */
export const EXPORT_PDF_PEOPLE_MAX = 1000

/** Where an export is made, which is what its file is called after. */
export const EXPORT_SOURCES = ['search', 'profile', 'list'] as const
export type ExportSource = (typeof EXPORT_SOURCES)[number]

/** The search that was on screen is kept with the export; nobody's is longer. */
const FILTERS_JSON_MAX = 20_000

const keys = EXPORT_COLUMNS.map(({ key }) => key) as [ExportColumnKey, ...ExportColumnKey[]]

/** The body of `POST /api/export`. */
export const exportRequest = z
  .strictObject({
    candidateIds: z.array(z.uuid()).min(1).max(EXPORT_PEOPLE_MAX),
    format: z.enum(EXPORT_FORMATS),
    /** In the order wanted; without it all columns. */
    columns: z.array(z.enum(keys)).min(1).max(keys.length).optional(),
    /** With or without an extension. What a file name must not hold is taken out. */
    fileName: z.string().max(200).optional(),
    filters: z.record(z.string(), z.json()).refine(isStorable, 'too long or not text').optional(),
    source: z.enum(EXPORT_SOURCES),
  })
  .refine(
    ({ format, candidateIds }) => format !== 'pdf' || candidateIds.length <= EXPORT_PDF_PEOPLE_MAX,
    { path: ['candidateIds'], message: `at most ${EXPORT_PDF_PEOPLE_MAX} people fit a PDF` },
  )

/** PostgreSQL keeps neither NUL nor half a surrogate pair in JSON. */
function isStorable(filters: object): boolean {
  const text = JSON.stringify(filters)
  return text.length <= FILTERS_JSON_MAX && !/\\u(0000|d[89a-f])/.test(text)
}
