import { useId, useState } from 'react'
import type { FigureShare } from '#api/contract/admin-figures.ts'
import { CANADIAN_PROVINCES, US_STATES } from '#db/schema/regions.ts'
import { formatCount } from '#web/lib/format.ts'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { shareName, valueWords } from './figure-words.ts'
import { Panel } from './panel.tsx'
import { PICKED_CLASS, PointPicker } from './point-picker.tsx'
import { shadesOf } from './shades.ts'
import { PROVINCE_TILES, STATE_TILES } from './state-tiles.ts'
import { type PlacesProps, SHADES, TileGrid } from './tile-grid.tsx'

/** The outlines are loaded only where there is room for them. */
const StateMap = lazyPart(async () => (await import('./state-map.tsx')).StateMap)
const HAS_ROOM_FOR_A_MAP = '(width >= 46.5rem)'

/** By name, which is the order of the arrow keys. */
const PLACES: readonly string[] = [...US_STATES, ...CANADIAN_PROVINCES].map(([code]) => code)

/** Where people work: a map; tiles on a phone and for Canada. */
export function StatesPanel({
  states,
  className,
}: {
  states: readonly FigureShare[]
  className: string
}) {
  const id = useId()
  const isMap = useMediaQuery(HAS_ROOM_FOR_A_MAP)
  const [index, setIndex] = useState(PLACES.indexOf(states[0]?.key ?? 'CA'))
  const byCode = new Map(states.map((share) => [share.key, share]))
  const picked = PLACES[index] ?? ''
  const share = byCode.get(picked)
  const text = `${shareName('states', picked)}: ${formatCount(share?.value ?? 0)}, before ${valueWords(share?.before ?? null, formatCount)}`
  const places: PlacesProps = {
    shadeOf: shadesOf(states),
    picked,
    onPick: (code) => setIndex(PLACES.indexOf(code)),
  }
  return (
    <Panel
      className={className}
      title="People by state"
      note="As listed on the last day."
      of="State"
      rows={states.map(({ key, value, before }) => ({
        name: shareName('states', key),
        value,
        before,
      }))}
      format={formatCount}
    >
      <div className={PICKED_CLASS}>
        <PointPicker
          label="People by state, one by one"
          count={PLACES.length}
          {...{ index, text }}
          onPick={setIndex}
        />
        <svg
          role="img"
          aria-labelledby={`${id}-title ${id}-desc`}
          viewBox={isMap ? '0 0 975 740' : '0 0 330 306'}
          className="w-full"
        >
          <title id={`${id}-title`}>People by state</title>
          <desc id={`${id}-desc`}>
            Each state and province in one of five shades, by how many people of the directory work
            there.
          </desc>
          {isMap ? (
            <>
              <StateMap {...places} />
              <g transform="translate(190 628) scale(1.8)">
                <TileGrid tiles={PROVINCE_TILES} {...places} />
              </g>
            </>
          ) : (
            <>
              <TileGrid tiles={STATE_TILES} {...places} />
              <g transform="translate(0 246)">
                <TileGrid tiles={PROVINCE_TILES} {...places} />
              </g>
            </>
          )}
        </svg>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <p className="flex-1 tabular-nums">{text}</p>
          <Legend />
        </div>
      </div>
    </Panel>
  )
}

function Legend() {
  return (
    <p aria-hidden className="flex items-center gap-1.5 text-muted text-xs">
      fewer
      <svg viewBox="0 0 60 12" className="h-3 w-15" aria-hidden="true">
        {SHADES.map(({ fill }, index) => (
          <rect key={fill} x={index * 12} width={11} height={12} className={fill} />
        ))}
      </svg>
      more
    </p>
  )
}
