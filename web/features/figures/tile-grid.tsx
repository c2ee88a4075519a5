export interface PlacesProps {
  /** Index into SHADES; null for a place without people. */
  shadeOf(code: string): number | null
  picked: string
  onPick(code: string): void
}

/** From few to many; the last ones carry light text. */
export const SHADES = [
  { fill: 'fill-accent/15', ink: 'fill-ink' },
  { fill: 'fill-accent/30', ink: 'fill-ink' },
  { fill: 'fill-accent/45', ink: 'fill-ink' },
  { fill: 'fill-accent/85', ink: 'fill-accent-ink' },
  { fill: 'fill-accent', ink: 'fill-accent-ink' },
] as const

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
          className={`text-[0.6875rem] ${shade?.ink ?? 'fill-muted'}`}
        >
          {code}
        </text>
      </g>
    )
  })
}
