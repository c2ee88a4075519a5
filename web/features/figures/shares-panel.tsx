import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useId, useState } from 'react'
import type { FigureShare } from '#api/contract/admin-figures.ts'
import { formatCount } from '#web/lib/format.ts'
import { type SharesName, shareName, valueWords } from './figure-words.ts'
import { Panel } from './panel.tsx'
import { PICKED_CLASS, PointPicker } from './point-picker.tsx'

/** Height of a bar with its gap, in pixels. */
const ROW = 28
const THICK = 10
const WIDE = 100

/** Values of one period as bars, each with a mark at its former value. */
export function SharesPanel({
  of,
  title,
  description,
  note,
  column,
  shares,
  shownMax,
  className = '',
}: {
  of: SharesName
  title: string
  description: string
  note: string
  /** Heading of the table's first column. */
  column: string
  shares: readonly FigureShare[]
  /** Bars in the plot; the table has all values. */
  shownMax: number
  className?: string
}) {
  const id = useId()
  const [picked, setPicked] = useState(0)
  const rows = shares.map(({ key, value, before }) => ({ name: shareName(of, key), value, before }))
  const bars = rows.slice(0, shownMax)
  const index = Math.min(picked, bars.length - 1)
  const largest = Math.max(1, ...bars.flatMap(({ value, before }) => [value, before ?? 0]))
  const across = scaleLinear({ domain: [0, largest], range: [0, WIDE] })
  const current = bars[index]
  const text = current
    ? `${current.name}: ${formatCount(current.value)}, before ${valueWords(current.before, formatCount)}`
    : ''
  return (
    <Panel {...{ title, note, rows, className }} of={column} format={formatCount}>
      {bars.length === 0 && <p className="py-6 text-muted print:hidden">Nothing recorded.</p>}
      {bars.length > 0 && (
        <div className={PICKED_CLASS}>
          <PointPicker
            label={`${title}, one by one`}
            count={bars.length}
            {...{ index, text }}
            onPick={setPicked}
          />
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-x-3">
            <Column rows={bars.map(({ name }) => ({ name, text: name }))} picked={index} />
            <svg
              role="img"
              aria-labelledby={`${id}-title ${id}-desc`}
              viewBox={`0 0 ${WIDE} ${bars.length * ROW}`}
              preserveAspectRatio="none"
              className="w-full overflow-visible"
              style={{ height: bars.length * ROW }}
              onPointerMove={({ clientY, currentTarget }) => {
                const { top } = currentTarget.getBoundingClientRect()
                setPicked(Math.max(0, Math.min(bars.length - 1, Math.floor((clientY - top) / ROW))))
              }}
            >
              <title id={`${id}-title`}>{title}</title>
              <desc id={`${id}-desc`}>{`${description} A mark shows the value of before.`}</desc>
              {bars.map(({ name, value, before }, at) => (
                <g key={name}>
                  <Bar
                    x={0}
                    y={at * ROW + (ROW - THICK) / 2}
                    width={across(value)}
                    height={THICK}
                    className={at === index ? 'fill-accent-strong' : 'fill-accent'}
                  />
                  {before !== null && (
                    <line
                      x1={across(before)}
                      x2={across(before)}
                      y1={at * ROW + 5}
                      y2={at * ROW + ROW - 5}
                      vectorEffect="non-scaling-stroke"
                      className="stroke-2 stroke-ink"
                    />
                  )}
                </g>
              ))}
            </svg>
            <Column
              rows={bars.map(({ name, value }) => ({ name, text: formatCount(value) }))}
              picked={index}
              isNumber
            />
          </div>
          <p className="mt-1 text-sm tabular-nums">{text}</p>
        </div>
      )}
    </Panel>
  )
}

/** Labels beside the bars; screen readers have the table. */
function Column({
  rows,
  picked,
  isNumber = false,
}: {
  rows: readonly { name: string; text: string }[]
  picked: number
  isNumber?: boolean
}) {
  return (
    <div aria-hidden className={isNumber ? 'text-right text-sm tabular-nums' : 'text-sm'}>
      {rows.map(({ name, text }, index) => (
        <p
          key={name}
          title={text}
          className={`truncate leading-7 ${index === picked ? 'font-medium' : 'text-muted'}`}
        >
          {text}
        </p>
      ))}
    </div>
  )
}
