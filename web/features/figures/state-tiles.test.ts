import { expect, it } from 'vitest'
import { CANADIAN_PROVINCES, US_STATES } from '#db/schema/regions.ts'
import { PROVINCE_TILES, STATE_TILES, TILE_COLUMNS } from './state-tiles.ts'

it('every state and province has a tile of its own', () => {
  const codes = (tiles: typeof STATE_TILES) => tiles.map(([code]) => code).sort()
  expect(codes(STATE_TILES)).toEqual(US_STATES.map(([code]) => code).sort())
  expect(codes(PROVINCE_TILES)).toEqual(CANADIAN_PROVINCES.map(([code]) => code).sort())
  for (const tiles of [STATE_TILES, PROVINCE_TILES]) {
    expect(new Set(tiles.map(([, column, row]) => `${column} ${row}`)).size).toBe(tiles.length)
    for (const [, column] of tiles) expect(column).toBeLessThan(TILE_COLUMNS)
  }
})
