/** Each state's position on a grid of tiles, roughly as on a map: [code, column, row]. */
export const STATE_TILES: readonly (readonly [code: string, column: number, row: number])[] =
  placed(`
AK .. .. .. .. .. .. .. .. .. ME
.. .. .. .. .. .. .. .. .. VT NH
WA ID MT ND MN IL WI MI NY RI MA
OR NV WY SD IA IN OH PA NJ CT ..
CA UT CO NE MO KY WV VA MD DE ..
.. AZ NM KS AR TN NC SC DC .. ..
.. .. .. OK LA MS AL GA .. .. ..
HI .. .. TX .. .. .. .. FL .. ..`)

/** Canada's provinces from west to east, the territories above. */
export const PROVINCE_TILES = placed(`
YT NT NU .. .. .. .. .. .. .. ..
BC AB SK MB ON QC NB PE NS NL ..`)

export const TILE_COLUMNS = 11

function placed(picture: string): [string, number, number][] {
  return picture
    .trim()
    .split('\n')
    .flatMap((line, row) =>
      line
        .split(' ')
        .flatMap((code, column): [string, number, number][] =>
          code === '..' ? [] : [[code, column, row]],
        ),
    )
}
