import { readFile } from 'node:fs/promises'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'
import { US_STATES } from '#db/schema/regions.ts'

/**
 * The outlines of the states as SVG paths, so that no browser projects a map or loads what does. They
 * come projected and in a box of 975 by 610; whole units of it are finer than a screen's pixels.
 */
export function statePaths() {
  const id = 'virtual:state-paths'
  const resolved = `\0${id}`
  return {
    name: 'state-paths',
    resolveId: (source: string) => (source === id ? resolved : null),
    async load(source: string) {
      if (source !== resolved) return null
      const atlas = new URL(import.meta.resolve('us-atlas/states-albers-10m.json'))
      const topology: Topology<{ states: GeometryCollection<{ name: string }> }> = JSON.parse(
        await readFile(atlas, 'utf8'),
      )
      const { features } = feature(topology, topology.objects.states)
      const paths = features.flatMap(({ geometry, properties }) => {
        const [code] = US_STATES.find(([, name]) => name === properties.name) ?? []
        const shapes = geometry.type === 'Polygon' ? [geometry.coordinates] : []
        if (geometry.type === 'MultiPolygon') shapes.push(...geometry.coordinates)
        return code ? [[code, shapes.flat().map(ringPath).join('')]] : []
      })
      return `export const STATE_PATHS = ${JSON.stringify(Object.fromEntries(paths))}`
    },
  } satisfies Plugin
}

/** A ring by steps from its first point on, which are shorter to write; islands below a unit go. */
function ringPath(ring: number[][]): string {
  const points = ring.map(([x = 0, y = 0]) => [Math.round(x), Math.round(y)] as const)
  const steps = points.slice(1).flatMap(([x, y], index) => {
    const [lastX, lastY] = points[index] ?? [0, 0]
    return x !== lastX || y !== lastY ? [`${x - lastX},${y - lastY}`] : []
  })
  // `m` would go on from the ring before.
  return steps.length > 2 ? `M${points[0]}l${steps.join(' ')}z` : ''
}
