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

interface Plotted {
  points: readonly (number | null)[]
  /** The same points of the period before. */
  before: readonly (number | null)[]
}

/** The drawing is stretched to its box, the line widths are not; labels lie over it. */
const SIZE = 100
const VIEW = `0 0 ${SIZE} ${SIZE}`

/** Where a point and a value lie in the drawing, and the values that its axis names. */
interface Scales {
  x(index: number): number
  y(value: number): number
  ticks: readonly number[]
  largest: number
  /** Whether a value is known at all. */
  isKnown: boolean
}

/** @param unit how much one step of the axis stands for, by the largest value. */
function scalesOf({ points, before }: Plotted, unit: (largest: number) => number): Scales {
  const last = points.length - 1
  const all = [...points, ...before]
  const largest = Math.max(0, ...all.map((value) => value ?? 0))
  const isKnown = all.some((value) => value !== null)
  const across = scaleLinear({ domain: [0, Math.max(1, last)], range: [0, SIZE] })
  const perUnit = unit(largest)
  const inUnits = scaleLinear({ domain: [0, (largest || 1) / perUnit], range: [SIZE, 0], nice: 3 })
  // Counts have no fractions on their axis.
  const isWhole = points.every((value) => Number.isInteger(value ?? 0))
  const ticks = isKnown
    ? inUnits.ticks(3).flatMap((tick) => (isWhole && !Number.isInteger(tick) ? [] : tick * perUnit))
    : []
  return {
    x: (index) => across(last === 0 ? 0.5 : index),
    y: (value) => inUnits(value / perUnit),
    ...{ ticks, largest, isKnown },
  }
}

function LinePlot({
  title,
  description,
  format,
  unit = () => 1,
  points,
  before,
  starts,
  step,
}: SeriesWords &
  Plotted & {
    starts: readonly string[]
    step: number
  }) {
  const last = starts.length - 1
  const [picked, setPicked] = useState(last)
  const index = Math.min(picked, last)
  const scales = scalesOf({ points, before }, unit)
  const shown = points[index] ?? null
  const text = pointWords(starts[index] ?? '', step, shown, before[index] ?? null, format)

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
        <Lines {...{ title, points, before, scales, index }}>
          {`${description} The broken line is the period before. Largest: ${format(scales.largest)}.`}
        </Lines>
        {!scales.isKnown && (
          <p className="absolute inset-0 content-center text-muted">Nothing recorded.</p>
        )}
        <LonePoints points={points} scales={scales} />
        {shown !== null && (
          <Dot
            at={[scales.x(index), scales.y(shown)]}
            className="-mt-1 -ml-1 size-2 ring-2 ring-paper"
          />
        )}
        {scales.ticks.map((tick) => (
          <span
            key={tick}
            aria-hidden
            className="absolute -mt-2 whitespace-nowrap pl-2 text-muted text-xs tabular-nums"
            style={{ left: '100%', top: `${scales.y(tick)}%` }}
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

/** The lines of both periods, over the axis' and under the one of the picked point. */
function Lines({
  title,
  children: description,
  points,
  before,
  scales: { x, y, ticks, isKnown },
  index: picked,
}: Plotted & {
  title: string
  children: string
  scales: Scales
  index: number
}) {
  const id = useId()
  const line = {
    x: (point: Point) => x(point.index),
    y: (point: Point) => y(point.value ?? 0),
    defined: (point: Point) => point.value !== null,
    vectorEffect: 'non-scaling-stroke',
  }
  return (
    <svg
      role="img"
      aria-labelledby={`${id}-title ${id}-desc`}
      viewBox={VIEW}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{description}</desc>
      {ticks.map((tick) => (
        <line
          key={tick}
          x1={0}
          x2={SIZE}
          y1={y(tick)}
          y2={y(tick)}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      ))}
      <LinePath
        data={indexed(before)}
        {...line}
        className="stroke-[1.5] stroke-muted [stroke-dasharray:2_4]"
      />
      <LinePath data={indexed(points)} {...line} className="stroke-2 stroke-accent" />
      {isKnown && (
        <line
          x1={x(picked)}
          x2={x(picked)}
          y1={0}
          y2={SIZE}
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
      )}
    </svg>
  )
}

interface Point {
  index: number
  value: number | null
}

const indexed = (values: Plotted['points']): Point[] =>
  values.map((value, index) => ({ index, value }))

/** A line needs two points: one between unknown ones is a dot. */
function LonePoints({ points, scales: { x, y } }: { points: Plotted['points']; scales: Scales }) {
  return points.map(
    (value, index) =>
      value !== null &&
      (points[index - 1] ?? null) === null &&
      (points[index + 1] ?? null) === null && (
        <Dot key={x(index)} at={[x(index), y(value)]} className="-mt-0.75 -ml-0.75 size-1.5" />
      ),
  )
}

function Dot({ at: [left, top], className }: { at: [number, number]; className: string }) {
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute rounded-full bg-accent ${className}`}
      style={{ left: `${left}%`, top: `${top}%` }}
    />
  )
}
