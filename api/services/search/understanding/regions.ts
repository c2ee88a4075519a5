import { fold, words } from '#api/services/search/text.ts'

/** A named part of the continent that is not a state, given by its states or its cities. */
export interface Region {
  name: string
  states?: readonly string[]
  cities?: readonly (readonly [city: string, state: string])[]
}

const ofStates = (name: string, states: string): Region => ({ name, states: states.split(' ') })
const ofCities = (name: string, byState: Record<string, string>): Region => ({
  name,
  cities: Object.entries(byState).flatMap(([state, cities]) =>
    cities.split(', ').map((city) => [city, state] as const),
  ),
})

const NEW_ENGLAND = 'CT ME MA NH RI VT'
const MID_ATLANTIC = 'NY NJ PA DE MD DC'
const SOUTH_ATLANTIC = 'VA NC SC GA FL'

const OF_STATES: readonly [phrases: string, Region][] = [
  ['new england', ofStates('New England', NEW_ENGLAND)],
  [
    'midwest, mid west, middle west, midwestern, midwest states',
    ofStates('Midwest', 'IL IN IA KS MI MN MO NE ND OH SD WI'),
  ],
  [
    'northeast, north east, northeastern, northeast states',
    ofStates('Northeast', `${NEW_ENGLAND} NY NJ PA`),
  ],
  [
    'southeast, south east, southeastern, southeast states',
    ofStates('Southeast', 'AL AR FL GA KY LA MS NC SC TN VA WV'),
  ],
  ['southwest, south west, southwestern', ofStates('Southwest', 'AZ NM OK TX')],
  [
    'deep south, the south, southern states',
    ofStates('South', 'AL AR FL GA KY LA MS NC OK SC TN TX VA WV'),
  ],
  ['pacific northwest, pnw, northwest', ofStates('Pacific Northwest', 'WA OR ID')],
  ['west coast, pacific coast', ofStates('West Coast', 'CA OR WA')],
  [
    'east coast, eastern seaboard',
    ofStates('East Coast', `${NEW_ENGLAND} ${MID_ATLANTIC} ${SOUTH_ATLANTIC}`),
  ],
  ['mid atlantic, midatlantic, middle atlantic', ofStates('Mid-Atlantic', `${MID_ATLANTIC} VA WV`)],
  ['gulf coast, gulf states', ofStates('Gulf Coast', 'TX LA MS AL FL')],
  ['great lakes, great lakes region', ofStates('Great Lakes', 'IL IN MI MN NY OH PA WI')],
  ['great plains', ofStates('Great Plains', 'KS MT NE ND OK SD WY')],
  [
    'mountain west, rocky mountains, rockies, mountain states',
    ofStates('Mountain West', 'AZ CO ID MT NV NM UT WY'),
  ],
  ['tri state area, tristate area, tri state, tristate', ofStates('Tri-State Area', 'NY NJ CT')],
  ['carolinas, the carolinas', ofStates('Carolinas', 'NC SC')],
  ['dakotas, the dakotas', ofStates('Dakotas', 'ND SD')],
  ['virginias', ofStates('Virginias', 'VA WV')],
  [
    'dmv area, dmv, washington metro, dc area, dc metro',
    ofStates('Washington area (DC, Maryland, Virginia)', 'DC MD VA'),
  ],
  ['maritimes, the maritimes, maritime provinces', ofStates('Maritimes', 'NB NS PE')],
  ['atlantic canada', ofStates('Atlantic Canada', 'NB NS PE NL')],
  ['prairies, canadian prairies, prairie provinces', ofStates('Prairies', 'AB SK MB')],
  ['western canada', ofStates('Western Canada', 'BC AB SK MB')],
]

const LA_COUNTY =
  'los angeles, long beach, glendale, santa clarita, lancaster, palmdale, pomona, torrance, pasadena, downey, inglewood, el monte, burbank, west covina, norwalk, compton, santa monica, whittier, alhambra, lakewood, beverly hills, culver city'
const ORANGE_COUNTY =
  'anaheim, santa ana, irvine, huntington beach, garden grove, fullerton, orange, costa mesa, mission viejo, newport beach, westminster, buena park, tustin, laguna niguel, laguna hills, lake forest, fountain valley'
const SOUTH_FLORIDA =
  'miami, hialeah, fort lauderdale, hollywood, pembroke pines, miramar, coral springs, miami beach, miami gardens, west palm beach, boca raton, boynton beach, delray beach, homestead, pompano beach, plantation, davie, sunrise, weston, aventura, coral gables, doral'

const OF_CITIES: readonly [phrases: string, Region][] = [
  [
    'bay area, san francisco bay area, sf bay area, sf bay, silicon valley',
    ofCities('San Francisco Bay Area', {
      CA: 'san francisco, oakland, san jose, fremont, hayward, sunnyvale, santa clara, berkeley, concord, richmond, antioch, daly city, san mateo, vallejo, fairfield, palo alto, mountain view, redwood city, menlo park, walnut creek, san leandro, livermore, pleasanton, san rafael, napa, santa rosa, burlingame, south san francisco, san ramon, union city, milpitas, cupertino, los gatos, petaluma, stanford',
    }),
  ],
  [
    'dallas fort worth, dallas ft worth, dfw, dfw metroplex, metroplex, dallas fort worth metroplex',
    ofCities('Dallas–Fort Worth', {
      TX: 'dallas, fort worth, arlington, plano, irving, garland, frisco, mckinney, grand prairie, denton, mesquite, carrollton, lewisville, allen, richardson, flower mound, mansfield, north richland hills, euless, bedford, grapevine, southlake, rowlett, rockwall, desoto, keller, grapevine, coppell, addison',
    }),
  ],
  [
    'twin cities, minneapolis st paul, minneapolis saint paul',
    ofCities('Twin Cities', {
      MN: 'minneapolis, st paul, saint paul, bloomington, brooklyn park, plymouth, woodbury, maple grove, eagan, eden prairie, edina, burnsville, minnetonka, st louis park, coon rapids, blaine, lakeville, maplewood, robbinsdale',
    }),
  ],
  [
    'research triangle, raleigh durham, triangle area, raleigh durham chapel hill',
    ofCities('Research Triangle', {
      NC: 'raleigh, durham, chapel hill, cary, apex, wake forest, garner, morrisville',
    }),
  ],
  [
    'hampton roads, tidewater',
    ofCities('Hampton Roads', {
      VA: 'norfolk, virginia beach, chesapeake, newport news, hampton, portsmouth, suffolk, williamsburg',
    }),
  ],
  [
    'quad cities',
    ofCities('Quad Cities', {
      IA: 'davenport, bettendorf',
      IL: 'rock island, moline, east moline',
    }),
  ],
  [
    'inland empire',
    ofCities('Inland Empire', {
      CA: 'riverside, san bernardino, fontana, ontario, rancho cucamonga, moreno valley, corona, victorville, murrieta, temecula, rialto, redlands, hesperia, upland, chino, loma linda, hemet, colton',
    }),
  ],
  [
    'los angeles county, la county, greater la, la area',
    ofCities('Los Angeles County', { CA: LA_COUNTY }),
  ],
  [
    'orange county',
    ofCities('Orange County', { CA: ORANGE_COUNTY, FL: 'orlando, winter park, apopka' }),
  ],
  [
    'san diego county',
    ofCities('San Diego County', {
      CA: 'san diego, chula vista, oceanside, escondido, carlsbad, el cajon, vista, san marcos, encinitas, national city, la mesa, la jolla, poway',
    }),
  ],
  ['south florida', ofCities('South Florida', { FL: SOUTH_FLORIDA })],
  [
    'tampa bay',
    ofCities('Tampa Bay', {
      FL: 'tampa, st petersburg, saint petersburg, clearwater, brandon, largo, palm harbor, dunedin, new port richey',
    }),
  ],
  [
    'miami dade, miami dade county, dade county',
    ofCities('Miami-Dade County', {
      FL: 'miami, hialeah, miami beach, miami gardens, homestead, north miami, coral gables, doral, aventura, cutler bay, kendall',
    }),
  ],
  [
    'broward county',
    ofCities('Broward County', {
      FL: 'fort lauderdale, hollywood, pembroke pines, miramar, coral springs, pompano beach, davie, plantation, sunrise, weston, deerfield beach, tamarac',
    }),
  ],
  [
    'cook county, chicagoland',
    ofCities('Chicagoland', {
      IL: 'chicago, aurora, naperville, joliet, elgin, waukegan, cicero, evanston, schaumburg, arlington heights, skokie, oak lawn, oak park, des plaines, berwyn, maywood, park ridge, downers grove, oak brook, hinsdale, harvey',
    }),
  ],
  [
    'harris county',
    ofCities('Harris County', {
      TX: 'houston, pasadena, baytown, katy, humble, tomball, webster, bellaire, spring, cypress',
    }),
  ],
  [
    'maricopa county, phoenix metro, valley of the sun',
    ofCities('Maricopa County', {
      AZ: 'phoenix, mesa, chandler, scottsdale, glendale, gilbert, tempe, peoria, surprise, goodyear, avondale, sun city',
    }),
  ],
  [
    'king county, puget sound',
    ofCities('Puget Sound', {
      WA: 'seattle, bellevue, kent, renton, everett, tacoma, federal way, kirkland, auburn, redmond, puyallup, lynnwood, edmonds, burien, issaquah',
    }),
  ],
  [
    'wayne county, metro detroit',
    ofCities('Metro Detroit', {
      MI: 'detroit, warren, sterling heights, ann arbor, dearborn, livonia, troy, westland, farmington hills, southfield, royal oak, novi, pontiac, rochester hills',
    }),
  ],
  [
    'long island',
    ofCities('Long Island', {
      NY: 'hempstead, brentwood, levittown, hicksville, freeport, valley stream, mineola, manhasset, new hyde park, great neck, stony brook, huntington, bay shore, patchogue, smithtown, garden city, east meadow, riverhead, glen cove, long beach, melville',
    }),
  ],
  [
    'new york city boroughs, five boroughs',
    ofCities('New York City', {
      NY: 'new york, brooklyn, bronx, queens, staten island, flushing, jamaica, astoria, long island city',
    }),
  ],
  [
    'gta, greater toronto, greater toronto area',
    ofCities('Greater Toronto', {
      ON: 'toronto, mississauga, brampton, markham, vaughan, richmond hill, oakville, burlington, oshawa, ajax, pickering, whitby, scarborough, etobicoke, north york, newmarket',
    }),
  ],
  [
    'lower mainland, metro vancouver',
    ofCities('Metro Vancouver', {
      BC: 'vancouver, surrey, burnaby, richmond, coquitlam, langley, delta, north vancouver, abbotsford, new westminster, maple ridge',
    }),
  ],
]

/** Regions by name, in folded words. */
export const REGIONS: ReadonlyMap<string, Region> = new Map(
  [...OF_STATES, ...OF_CITIES].flatMap(([phrases, region]) =>
    phrases.split(', ').map((phrase) => [phrase, region] as const),
  ),
)

const byName = new Map(
  [...REGIONS.values()].map((region) => [words(fold(region.name)).join(' '), region]),
)

/** A region by its name or by a synonym, in folded words. */
export const regionNamed = (phrase: string) => byName.get(phrase) ?? REGIONS.get(phrase)

/** Words that mean a part of a state when they precede its name. */
export const PARTS_OF_STATES: ReadonlySet<string> = new Set(
  'north northern south southern east eastern west western central northeast northeastern northwest northwestern southeast southeastern southwest southwestern upstate downstate coastal upper lower'.split(
    ' ',
  ),
)

/** Parts of states with their own name, and the state's code. */
export const NAMED_PARTS_OF_STATES: ReadonlyMap<string, string> = new Map([
  ['socal', 'CA'],
  ['so cal', 'CA'],
  ['norcal', 'CA'],
  ['nor cal', 'CA'],
  ['panhandle', 'FL'],
])
