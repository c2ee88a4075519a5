import { STATE_PATHS } from 'virtual:state-paths'
import { type PlacesProps, SHADES } from './tile-grid.tsx'

/** The outlines of the states, drawn at 975 by 610. */
export function StateMap({ shadeOf, picked, onPick }: PlacesProps) {
  const paths = Object.entries(STATE_PATHS)
  return (
    <>
      {paths.map(([code, path]) => (
        <path
          key={code}
          d={path}
          onPointerEnter={() => onPick(code)}
          onPointerDown={() => onPick(code)}
          className={`stroke-paper ${SHADES[shadeOf(code) ?? -1]?.fill ?? 'fill-wash'}`}
        />
      ))}
      {/* Drawn last, or its neighbours' fill covers half of its outline. */}
      <path
        d={STATE_PATHS[picked] ?? ''}
        className="pointer-events-none fill-none stroke-2 stroke-ink"
      />
    </>
  )
}
