import { SHADES } from './shades.ts'
import type { PlacesProps } from './states-panel.tsx'

const TILE = 30
const GAP = 2

/** A tile for each place, with its two letters. */
export function TileGrid({
  tiles,
  shadeOf,
  picked,
  onPick,
}: PlacesProps & {
  tiles: readonly (readonly [code: string, column: number, row: number])[]
}) {
  return tiles.map(([code, column, row]) => {
    const shade = SHADES[shadeOf(code) ?? -1]
    return (
      <g
        key={code}
        transform={`translate(${column * TILE} ${row * TILE})`}
        onPointerEnter={() => onPick(code)}
        onPointerDown={() => onPick(code)}
      >
        <rect
          width={TILE - GAP}
          height={TILE - GAP}
          rx={3}
          className={`${shade?.fill ?? 'fill-wash'} ${code === picked ? 'stroke-2 stroke-ink' : ''}`}
        />
        <text
          x={(TILE - GAP) / 2}
          y={18}
          textAnchor="middle"
          className={`text-[11px] ${shade?.ink ?? 'fill-muted'}`}
        >
          {code}
        </text>
      </g>
    )
  })
}
