import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { AdminImport } from '#api/contract/admin-imports.ts'
import { ImportRow } from './import-row.tsx'
import type { Imports } from './use-imports.ts'

const CHECK = { new: 1, changed: 0, unchanged: 0, removed: 0, rejected: 0 } as AdminImport['check']

function actions(changes: Partial<AdminImport>): string[] {
  const row = {
    ...{ id: 'one', file_name: 'people.csv', format: 'csv', file_bytes: 5, hasFile: true },
    ...{ counts: null, failure: null, check: null, created_at: '2026-12-01T10:00:00.000Z' },
    ...changes,
  } as AdminImport
  const html = renderToStaticMarkup(
    <table>
      <tbody>
        <ImportRow row={row} imports={{} as Imports} onOpen={() => undefined} />
      </tbody>
    </table>,
  )
  return [...html.matchAll(/<button[^>]*aria-label="([^"]*) people\.csv"/g)].map(
    ([, it]) => it ?? '',
  )
}

it('a file whose check failed can be checked again or discarded, and not imported', () => {
  const failure = 'Line 1 names no column that is known.'
  expect(actions({ state: 'failed', failure })).toEqual(['Check', 'Discard'])
  expect(actions({ state: 'ready' })).toEqual(['Check', 'Import', 'Discard'])
  expect(actions({ state: 'ready', check: CHECK })).toEqual(['See the check of', 'Discard'])
  expect(actions({ state: 'failed', failure, check: CHECK })).toEqual([
    'See the check of',
    'Discard',
  ])
})
