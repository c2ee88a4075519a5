import { stringify } from 'csv-stringify/browser/esm/sync'
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'
import { z } from 'zod'
import { BYTE_ORDER_MARK, CSV_FORM, neutralise } from '#api/contract/csv.ts'
import { SYNCED_TABLES } from '#db/schema/synced-tables.ts'
import {
  TAKEN_ROWS,
  TAKEN_ROWS_MAX,
  TAKEN_TABLES,
  type TakenRows,
  type TakenTable,
} from '#db/schema/taken-rows.ts'
import { BRAND } from '#sync/contract/brand.ts'
import type { TakenRow } from '#sync/contract/queries.ts'

/*
 * The file that an account takes along: a zip with
 *
 *   clinidex.json   what the file is, whose, and the checksum of data.json
 *   data.json       the rows by table: what is brought in again
 *   csv/*.csv       the same rows, a file each
 *   account.json    what only the server holds (sign-ins, log), where it could be asked
 *
 * It holds the account's own rows. Team rows are excluded, also those that the account wrote: they stay with
 * the team when a member leaves. Of a list that came back from a team, what others noted is excluded.
 */

/** The version of the form, raised when older rows cannot be told from newer ones. Newer files are refused. */
const FILE_VERSION = 1

const FORMAT = `${BRAND} take-out`

/** The entry that says what the file is; its name is part of the format. */
const MANIFEST = 'clinidex.json'

/** More than the largest account; a small file can claim to hold more than the memory there is. */
const UNPACKED_MAX = 500 * 1024 * 1024

/** Characters of a part: a push holds a hundred parts. */
const PART_LENGTH = 60_000

export interface TakenFrom {
  id: string
  email: string
}

const manifestFile = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  made_at: z.iso.datetime(),
  account: z.object({ id: z.string(), email: z.string() }),
  /** SHA-256 of data.json, in hexadecimal. */
  checksum: z.string(),
})
type Manifest = z.infer<typeof manifestFile>

/** Rows by table; those of tables that are not brought in are not looked at. */
const dataFile = z.record(z.string(), z.array(z.unknown()))

type Row = Record<string, unknown>

/** Columns that are left out: owners and other members, whose ids mean nothing elsewhere, and derived values. */
const LEFT_OUT = new Set([
  'owner_id',
  'search_owner',
  'created_by',
  'updated_by',
  'stage_by',
  'assigned_to',
  'assigned_at',
  'moved_to',
  ...Object.keys(SYNCED_TABLES.list_members.derived),
])

/** Makes the file. @param held what the server holds of the account, as JSON; null where it was not asked. */
export async function takenFile(
  rows: readonly TakenRow[],
  account: TakenFrom,
  { now = new Date(), held = null }: { now?: Date; held?: string | null } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const tables = ownRows(rows, account.id)
  const data = strToU8(JSON.stringify(Object.fromEntries(tables)))
  const manifest: Manifest = {
    ...{ format: FORMAT, version: FILE_VERSION, made_at: now.toISOString(), account },
    checksum: await checksumOf(data),
  }
  const files: Zippable = {
    [MANIFEST]: strToU8(JSON.stringify(manifest, null, 2)),
    'data.json': data,
    ...Object.fromEntries(
      [...tables].map(([name, all]) => [`csv/${name}.csv`, strToU8(csvText(all))]),
    ),
    ...(held === null ? {} : { 'account.json': strToU8(held) }),
  }
  return zipSync(files, { level: 1, mtime: now }) as Uint8Array<ArrayBuffer>
}

/** What is wrong with a file: the screen says it. */
export type FileFault = 'not_ours' | 'cut_off' | 'changed' | 'newer' | 'too_large'
export class TakenFileError extends Error {
  constructor(
    readonly fault: FileFault,
    /** Where it was found: "lists, row 3". */
    readonly place?: string,
  ) {
    super(fault)
  }
}

export interface ReadFile {
  from: TakenFrom
  madeAt: string
  /** The rows in the order in which they need each other, as many at a time as may come in at once. */
  parts: TakenRows[]
}

/**
 * Reads a file and checks all of it, before any row of it comes in.
 * @throws TakenFileError
 */
export async function readTakenFile(bytes: Uint8Array): Promise<ReadFile> {
  const { [MANIFEST]: head, 'data.json': data } = unzipped(bytes)
  const claimed = head && (parsed(head) as Partial<Manifest> | null | undefined)
  if (claimed?.format !== FORMAT) throw new TakenFileError('not_ours')
  // The version is checked before the rest, which a newer one may have in another form.
  if (!claimed.version || claimed.version > FILE_VERSION) throw new TakenFileError('newer')
  const { data: manifest } = manifestFile.safeParse(claimed)
  if (!manifest || !data || (await checksumOf(data)) !== manifest.checksum) {
    throw new TakenFileError('changed')
  }
  const { data: tables, error } = dataFile.safeParse(parsed(data))
  if (error) throw new TakenFileError('changed', error.issues[0]?.path.join())
  const parts = TAKEN_TABLES.flatMap((table) => partsOf(table, tables[table] ?? []))
  return { from: manifest.account, madeAt: manifest.made_at, parts }
}

/** The account's rows by table. */
function ownRows(rows: readonly TakenRow[], accountId: string): Map<string, Row[]> {
  const tables = new Map<string, Row[]>()
  for (const { table, row: text } of rows) {
    const row = JSON.parse(text) as Row
    // A list that moved to a team is that team's; what is left of it only says where it went.
    if (row.moved_to) continue
    if (table === 'activities' && (row.created_by !== accountId || row.kind === 'assign')) continue
    // A watch on a team's search is left out, as the search is.
    if (table === 'watches' && row.search_owner !== accountId) continue
    // A redacted activity must not come back.
    if (table === 'activities' && row.redacted_at) continue
    const kept = Object.entries(row).filter(([column]) => !LEFT_OUT.has(column))
    const all = tables.get(table) ?? []
    tables.set(table, all)
    all.push(Object.fromEntries(kept))
  }
  return tables
}

/** Rows as a CSV file; of a person's card each fact is a column. */
function csvText(rows: readonly Row[]): string {
  const flat = rows.map(({ card, ...row }) => ({ ...row, ...(card as Row | null) }) as Row)
  const columns = [...new Set(flat.flatMap((row) => Object.keys(row)))]
  const cells = flat.map((row) => columns.map((column) => cellOf(row[column])))
  return BYTE_ORDER_MARK + stringify([columns, ...cells], CSV_FORM)
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') return value
  return neutralise(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Checks the rows of a table. @throws TakenFileError that names the first that is not as it was made. */
function partsOf(table: TakenTable, rows: readonly unknown[]): TakenRows[] {
  const checked = rows.map((row, index) => {
    const { success, data } = TAKEN_ROWS[table].safeParse(row)
    if (!success) throw new TakenFileError('changed', `${table}, row ${index + 1}`)
    return data
  })
  const parts: unknown[][] = []
  let size = 0
  for (const row of checked) {
    const length = JSON.stringify(row).length
    const part = parts.at(-1)
    const isFull = !part || part.length === TAKEN_ROWS_MAX || size + length > PART_LENGTH
    if (isFull) parts.push([row])
    else part.push(row)
    size = isFull ? length : size + length
  }
  return parts.map((rows) => ({ table, rows }) as TakenRows)
}

/** The two files that are read. @throws TakenFileError */
function unzipped(bytes: Uint8Array): Record<string, Uint8Array> {
  // "PK": the beginning of every zip.
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new TakenFileError('not_ours')
  let size = 0
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (name !== MANIFEST && name !== 'data.json') return false
        size += originalSize
        if (size > UNPACKED_MAX) throw new TakenFileError('too_large')
        return true
      },
    })
  } catch (error) {
    if (error instanceof TakenFileError) throw error
    // The table of contents is the end of a zip.
    throw new TakenFileError('cut_off')
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(strFromU8(bytes))
  } catch {
    return undefined
  }
}

async function checksumOf(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
