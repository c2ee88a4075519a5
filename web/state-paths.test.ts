import { expect, it } from 'vitest'
import { US_STATES } from '#db/schema/regions.ts'
import { statePaths } from './state-paths.ts'

const WIDTH = 975
const HEIGHT = 610
/** The last of the Aleutian Islands lie beyond. */
const BEYOND = 60

/** The points of a path: each ring begins at a point, and goes on by steps. */
function pointsOf(path: string): [number, number][] {
  const rings = path.split('z').slice(0, -1)
  return rings.flatMap((ring) => {
    const [, start = '', steps = ''] = /^M(-?\d+,-?\d+)l(.+)$/.exec(ring) ?? []
    let [x = Number.NaN, y = Number.NaN] = start.split(',').map(Number)
    return [
      [x, y] as [number, number],
      ...steps.split(' ').map((step): [number, number] => {
        const [right = Number.NaN, down = Number.NaN] = step.split(',').map(Number)
        x += right
        y += down
        return [x, y]
      }),
    ]
  })
}

it('outlines each state within the map, states of several rings too', async () => {
  const code = await statePaths().load('\0virtual:state-paths')
  const paths: Record<string, string> = JSON.parse(
    code?.replace('export const STATE_PATHS = ', '') ?? '',
  )
  expect(Object.keys(paths).sort()).toEqual(US_STATES.map(([state]) => state).sort())
  for (const [state, path] of Object.entries(paths)) {
    const points = pointsOf(path)
    const outside = points.filter(
      ([x, y]) => !(x >= -BEYOND && x <= WIDTH && y >= 0 && y <= HEIGHT),
    )
    expect({ state, points: points.length > 3, outside }).toEqual({
      state,
      points: true,
      outside: [],
    })
  }
  expect(paths.CA?.split('z').length).toBeGreaterThan(2)
  // North of Oregon is Washington, and west of Michigan Wisconsin.
  const middle = (state: string, axis: 0 | 1) => {
    const values = pointsOf(paths[state] ?? '').map((point) => point[axis])
    return (Math.min(...values) + Math.max(...values)) / 2
  }
  expect(middle('WA', 1)).toBeLessThan(middle('OR', 1))
  expect(middle('WI', 0)).toBeLessThan(middle('MI', 0))
})
