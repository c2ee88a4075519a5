import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type SqliteTable, sqliteFile } from '#web/features/account/take-out/sqlite-file.ts'

const LONG = 'é🙂x'.repeat(30_000)
const TABLES: SqliteTable[] = [
  {
    name: 'of "all" kinds',
    columns: ['text', 'order', 'a "b"'],
    rows: [
      ['', 0, null],
      ['Éloïse 🙂\n"quoted"', -1, 1.5],
      ['x', 2 ** 53 - 1, -(2 ** 53 - 1)],
      [LONG, 3, 'after'],
      // About the lengths at which a row leaves its page.
      ...[16_340, 16_341, 16_342, 16_343, 16_344, 16_345, 16_346, 32_000].map((length) => [
        'y'.repeat(length),
        length,
        null,
      ]),
    ],
  },
  { name: 'nothing', columns: ['a'], rows: [] },
  {
    name: 'many',
    columns: ['id', 'text'],
    rows: Array.from({ length: 40_000 }, (_, id) => [id, `row ${id} `.repeat(id % 300)]),
  },
  {
    name: 'wide',
    columns: Array.from({ length: 200 }, (_, n) => `c${n}`),
    rows: [Array(200).fill(7)],
  },
]

/** Reads the file as SQLite does; tells what it finds wrong with it. */
const READ = `
import sqlite3, sys, json
db = sqlite3.connect(sys.argv[1])
check = [row[0] for row in db.execute('pragma integrity_check')]
names = [row[0] for row in db.execute('select name from sqlite_schema order by rowid')]
tables = []
for name in names:
    rows = db.execute('select * from "%s" order by rowid' % name.replace('"', '""'))
    tables.append({'name': name, 'columns': [c[0] for c in rows.description], 'rows': rows.fetchall()})
json.dump({'check': check, 'tables': tables}, sys.stdout)
`
const hasSqlite = spawnSync('python3', ['-c', 'import sqlite3']).status === 0

function read(file: Uint8Array): { check: string[]; tables: SqliteTable[] } {
  const folder = mkdtempSync(join(tmpdir(), 'clinidex-sqlite-'))
  try {
    writeFileSync(join(folder, 'file.sqlite'), file)
    const args = ['-c', READ, join(folder, 'file.sqlite')]
    return JSON.parse(execFileSync('python3', args, { maxBuffer: 2 ** 28 }).toString())
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe.skipIf(!hasSqlite)('a file, as SQLite reads it', () => {
  it('is whole and holds every row and value', () => {
    const { check, tables } = read(sqliteFile(TABLES))
    expect(check).toEqual(['ok'])
    expect(tables.map(({ name, columns }) => [name, columns])).toEqual(
      TABLES.map(({ name, columns }) => [name, columns]),
    )
    for (const [index, { rows }] of TABLES.entries()) expect(tables[index]?.rows).toEqual(rows)
  })

  it('may hold no table', () => {
    expect(read(sqliteFile([]))).toEqual({ check: ['ok'], tables: [] })
  })
})
