import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { type PointerEvent, useId, useState } from 'react'
import type { FigureSeries } from '#api/contract/admin-figures.ts'
import {
  changeWords,
  dayWords,
  pointWords,
  type SeriesWords,
  spanWords,
  valueWords,
} from './figure-words.ts'
import { Panel } from './panel.tsx'
import { PICKED_CLASS, PointPicker } from './point-picker.tsx'

/** A figure over time: a solid line, and a dashed one for the period before. */
export function SeriesPanel({
  words,
  series,
  starts,
  step,
}: {
  words: SeriesWords
  series: FigureSeries
  starts: readonly string[]
  /** Days per point. */
  step: number
}) {
  const { title, format } = words
  const { points, before, total, total_before } = series
  return (
    <Panel
      title={title}
      headline={valueWords(total, format)}
      note={
        total_before === null
          ? changeWords(total, total_before)
          : `${changeWords(total, total_before)} (${format(total_before)})`
      }
      of={step === 1 ? 'Day' : 'Week'}
      rows={starts.map((start, index) => ({
        name: spanWords(start, step),
        value: points[index] ?? null,
        before: before[index] ?? null,
      }))}
      format={format}
    >
      {/* Keyed by the range: a picked point means nothing in another one. */}
      <LinePlot
        key={`${starts[0]} ${starts.length}`}
        {...{ ...words, points, before, starts, step }}
      />
    </Panel>
  )
}

interface Dot {
  index: number
  value: number | null
}

/** The drawing is stretched to its box, the line widths are not; labels lie over it. */
const SIZE = 100
const VIEW = `0 0 ${SIZE} ${SIZE}`

function LinePlot({
  title,
  description,
  format,
  unit = () => 1,
  points,
  before,
  starts,
  step,
}: SeriesWords & {
  points: readonly (number | null)[]
  before: readonly (number | null)[]
  starts: readonly string[]
  step: number
}) {
  const id = useId()
  const last = starts.length - 1
  const [picked, setPicked] = useState(last)
  const index = Math.min(picked, last)
  const largest = Math.max(0, ...[...points, ...before].map((value) => value ?? 0))
  const across = scaleLinear({ domain: [0, Math.max(1, last)], range: [0, SIZE] })
  const perUnit = unit(largest)
  const inUnits = scaleLinear({ domain: [0, (largest || 1) / perUnit], range: [SIZE, 0], nice: 3 })
  const up = (value: number) => inUnits(value / perUnit)
  const isKnown = [...points, ...before].some((value) => value !== null)
  // Counts have no fractions on their axis.
  const isWhole = points.every((value) => Number.isInteger(value ?? 0))
  const ticks = isKnown
    ? inUnits.ticks(3).flatMap((tick) => (isWhole && !Number.isInteger(tick) ? [] : tick * perUnit))
    : []
  const shown = points[index] ?? null
  const text = pointWords(starts[index] ?? '', step, shown, before[index] ?? null, format)
  const dots = (values: readonly (number | null)[]): Dot[] =>
    values.map((value, at) => ({ index: at, value }))
  const line = {
    x: (dot: Dot) => across(last === 0 ? 0.5 : dot.index),
    y: (dot: Dot) => up(dot.value ?? 0),
    defined: (dot: Dot) => dot.value !== null,
    vectorEffect: 'non-scaling-stroke',
  }

  function handlePointer({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPicked(Math.min(last, Math.max(0, Math.round(((clientX - left) / width) * last))))
  }

  return (
    <div className={PICKED_CLASS}>
      <PointPicker
        label={`${title}, point by point`}
        count={starts.length}
        {...{ index, text }}
        onPick={setPicked}
      />
      <div
        className="relative mr-14 h-40"
        onPointerMove={handlePointer}
        onPointerDown={handlePointer}
      >
        <svg
          role="img"
          aria-labelledby={`${id}-title ${id}-desc`}
          viewBox={VIEW}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>
            {`${description} The broken line is the period before. Largest: ${format(largest)}.`}
          </desc>
          {ticks.map((tick) => (
            <line
              key={tick}
              x1={0}
              x2={SIZE}
              y1={up(tick)}
              y2={up(tick)}
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
            />
          ))}
          <LinePath
            data={dots(before)}
            {...line}
            className="stroke-[1.5] stroke-muted [stroke-dasharray:2_4]"
          />
          <LinePath data={dots(points)} {...line} className="stroke-2 stroke-accent" />
          {isKnown && (
            <line
              x1={line.x({ index, value: 0 })}
              x2={line.x({ index, value: 0 })}
              y1={0}
              y2={SIZE}
              vectorEffect="non-scaling-stroke"
              className="stroke-line-strong"
            />
          )}
        </svg>
        {!isKnown && (
          <p className="absolute inset-0 content-center text-muted">Nothing recorded.</p>
        )}
        {/* A line needs two points: one between unknown ones is a dot. */}
        {points.map(
          (value, at) =>
            value !== null &&
            (points[at - 1] ?? null) === null &&
            (points[at + 1] ?? null) === null && (
              <span
                key={starts[at]}
                aria-hidden
                className="pointer-events-none absolute -mt-0.75 -ml-0.75 size-1.5 rounded-full bg-accent"
                style={{ left: `${line.x({ index: at, value })}%`, top: `${up(value)}%` }}
              />
            ),
        )}
        {shown !== null && (
          <span
            aria-hidden
            className="pointer-events-none absolute -mt-1 -ml-1 size-2 rounded-full bg-accent ring-2 ring-paper"
            style={{ left: `${line.x({ index, value: shown })}%`, top: `${up(shown)}%` }}
          />
        )}
        {ticks.map((tick) => (
          <span
            key={tick}
            aria-hidden
            className="absolute -mt-2 whitespace-nowrap pl-2 text-muted text-xs tabular-nums"
            style={{ left: '100%', top: `${up(tick)}%` }}
          >
            {format(tick)}
          </span>
        ))}
      </div>
      <div aria-hidden className="mt-1.5 mr-14 flex justify-between text-muted text-xs">
        <span>{dayWords(starts[0] ?? '')}</span>
        {last > 0 && <span>{dayWords(starts[last] ?? '')}</span>}
      </div>
      <p className="mt-1 text-sm tabular-nums">{text}</p>
    </div>
  )
}
