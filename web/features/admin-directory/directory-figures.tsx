import type { DirectoryFigures as Figures } from '#api/contract/admin-imports.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatAge, formatDay } from '#web/lib/format-time.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SOURCES } from './import-words.ts'

/** The rows of a usual directory: the skeleton is as high as its content. */
const SKELETON_ROWS = ['w-40', 'w-52', 'w-44']

/** The directory's size, its suppressions, and the freshness of each source. */
export function DirectoryFigures({ figures }: { figures: Figures | undefined }) {
  const { npis = 0, newest = null, lastYear = 0 } = figures?.deactivations ?? {}
  const count = (value: number | undefined) => (figures ? formatCount(value ?? 0) : '–')
  return (
    <>
      <dl className="grid border-line border-y sm:grid-cols-3">
        <Figure label="People" value={count(figures?.people)} note="in the directory" />
        <Figure
          label="Suppressions"
          value={count(figures?.suppressions)}
          note="addresses, numbers and NPIs of people who had themselves removed"
        />
        <Figure
          label="Deactivated NPIs"
          value={count(npis)}
          note={
            newest
              ? `the last on ${dayOf(newest)}, ${formatCount(lastYear)} in the year before`
              : 'no report of the registry yet'
          }
        />
      </dl>
      <h2 className="pt-8 pb-2 font-semibold text-md">Freshness by source</h2>
      <table className="w-full border-line border-t max-md:block">
        <caption className="sr-only">Sources</caption>
        <thead className="max-md:sr-only">
          <tr className="h-10 border-line border-b text-left text-muted text-sm [&>th]:font-medium">
            <th scope="col">Source</th>
            <th scope="col" className="text-right">
              People
            </th>
            <th scope="col" className="pl-8">
              Newest record
            </th>
            <th scope="col">Last import</th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {figures?.sources.map(({ source, people, newest_record, last_import }) => (
            <tr
              key={source}
              className="border-line border-b max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:py-2 md:h-11"
            >
              <th scope="row" className="text-left font-normal">
                {SOURCES[source] ?? source}
              </th>
              <td className="text-right tabular-nums">
                {formatCount(people)}
                <span className="md:hidden"> people</span>
              </td>
              <td className="text-muted md:pl-8">
                <span className="md:hidden">Newest record: </span>
                {newest_record ? formatAge(newest_record) : '–'}
              </td>
              <td className="text-muted max-md:text-right">
                <span className="md:hidden">Last import: </span>
                {last_import ? formatAge(last_import) : '–'}
              </td>
            </tr>
          ))}
          {!figures &&
            SKELETON_ROWS.map((width) => (
              <tr key={width} className="h-11 border-line border-b">
                <td colSpan={4}>
                  <Skeleton className={`h-5 ${width}`} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  )
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className="flex flex-col py-4 pr-6 max-sm:not-last:border-line max-sm:not-last:border-b">
      <dt className="order-2 text-sm">{label}</dt>
      <dd className="order-1 text-xl tabular-nums">{value}</dd>
      <dd className="order-3 text-muted text-sm">{note}</dd>
    </div>
  )
}

/** A date without a time is the same day in every time zone. */
function dayOf(day: string): string {
  return formatDay(`${day}T12:00:00`)
}
