import type { Candidate } from '#api/contract/candidates.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { revealedContacts } from '#web/replica/revealed-contacts.ts'
import { previewTable } from './preview-rows.ts'

/** Enough to check the columns. */
const ROWS = 3

/** The first rows of the file. */
export function Preview({
  people,
  keys,
}: {
  people: readonly Candidate[]
  keys: readonly string[]
}) {
  const revealed = useProxyValue(revealedContacts, ({ byPerson }) => byPerson)
  if (people.length === 0 || keys.length === 0) return null
  const { headers, rows } = previewTable(people.slice(0, ROWS), keys, revealed)
  return (
    <section aria-label="Preview" className="mt-5">
      <h3 className="mb-2 font-medium text-sm">First rows</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reached by
          keyboard. */}
      <div tabIndex={0} className="overflow-x-auto rounded-sm border border-line">
        <table className="w-full text-left text-xs">
          <thead className="bg-wash text-muted">
            <tr>
              {headers.map((header) => (
                <th key={header} className="whitespace-nowrap px-3 py-2 font-medium">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells }) => (
              <tr key={id} className="border-line border-t">
                {cells.map((cell, index) => (
                  <td key={headers[index]} className="max-w-48 truncate px-3 py-2 tabular-nums">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
