import { ChartLine, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { valueWords } from './figure-words.ts'

export interface PanelRow {
  name: string
  value: number | null
  before: number | null
}

/** One figure: its plot, and the same as a table, which is also printed. */
export function Panel({
  title,
  headline,
  note,
  className,
  of,
  rows,
  format,
  children,
}: {
  title: string
  headline?: string
  /** The change, or the unit. */
  note: string
  className?: string
  /** Heading of the table's first column. */
  of: string
  rows: readonly PanelRow[]
  format(value: number): string
  /** The plot. */
  children: ReactNode
}) {
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'flex min-w-0 break-inside-avoid flex-col border-line border-t pt-3',
        className,
      )}
    >
      <div className="flex items-start gap-2">
        <h3 id={id} className="flex-1 font-medium">
          {title}
        </h3>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${title} as a ${isTable ? 'plot' : 'table'}`}
          onClick={() => setIsTable(!isTable)}
          className="-mt-1.5 -mr-3 print:hidden"
        >
          {isTable ? <ChartLine aria-hidden /> : <Table2 aria-hidden />}
          {isTable ? 'Plot' : 'Table'}
        </Button>
      </div>
      {headline && <p className="text-lg tabular-nums">{headline}</p>}
      <p className="mb-3 text-muted text-sm">{note}</p>
      {!isTable && children}
      <div className={isTable ? undefined : 'hidden print:block'}>
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead className="text-left text-muted [&_th]:py-1.5 [&_th]:font-medium">
            <tr className="border-line border-b">
              <th scope="col">{of}</th>
              <th scope="col" className="text-right">
                Period
              </th>
              <th scope="col" className="text-right">
                Before
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {rows.map(({ name, value, before }) => (
              <tr key={name} className="border-line border-b [&>*]:py-1.5">
                <th scope="row" className="wrap-anywhere text-left font-normal">
                  {name}
                </th>
                <td className="pl-3 text-right">{valueWords(value, format)}</td>
                <td className="pl-3 text-right text-muted">{valueWords(before, format)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
