import citiesByState from './data/cities.json' with { type: 'json' }
import { Random } from './random.ts'
import { type Draw, weighted } from './weighted.ts'

export interface Region {
  /** Two-letter code of a state or province. */
  code: string
  country: 'United States' | 'Canada'
  drawCity: Draw<City>
  /** Three-digit codes of telephone numbers. */
  areaCodes: readonly string[]
  drawPostalCode: Draw<string>
}

export interface City {
  name: string
  /** Relative size within its region; the largest cities of the US are near 250. */
  weight: number
}

/** Share of a state's people who live in places too small for the table of cities. */
const SMALL_TOWN_SHARE = 0.1
const SMALL_TOWNS = 18
const TOWN_STARTS =
  'Alder Ash Bear Birch Blue Brook Cedar Clear Copper Eagle Elk Elm Fair Fox Glen Green Hazel Lake Maple Mill North Oak Pine Pleasant Red River Rock Rose Silver Spring Stone Walnut Willow Wolf'.split(
    ' ',
  )
const TOWN_ENDS = [
  ' Bend',
  ' Bluff',
  'brook',
  ' City',
  ' Creek',
  'dale',
  ' Falls',
  'field',
  'ford',
  ' Grove',
  ' Harbor',
  ' Hill',
  ' Junction',
  ' Point',
  'port',
  ' Ridge',
  ' Springs',
  'ton',
  ' Valley',
  'view',
  'ville',
  'wood',
]

/** [state, first and last three digits of ZIP codes, area codes] */
const US_REGIONS: readonly (readonly [keyof typeof citiesByState, number, number, string])[] = [
  ['AL', 350, 369, '205 251 256 334'],
  ['AK', 995, 999, '907'],
  ['AZ', 850, 865, '480 520 602 623'],
  ['AR', 716, 729, '479 501 870'],
  ['CA', 900, 961, '213 310 408 415 510 559 619 707 714 805 818 909 916 949'],
  ['CO', 800, 816, '303 719 720 970'],
  ['CT', 60, 69, '203 860'],
  ['DE', 197, 199, '302'],
  ['DC', 200, 205, '202'],
  ['FL', 320, 349, '305 321 352 407 561 727 772 813 850 904 941 954'],
  ['GA', 300, 319, '404 478 678 706 770 912'],
  ['HI', 967, 968, '808'],
  ['ID', 832, 838, '208'],
  ['IL', 600, 629, '217 309 312 618 630 708 773 815 847'],
  ['IN', 460, 479, '219 260 317 574 765 812'],
  ['IA', 500, 528, '319 515 563 641 712'],
  ['KS', 660, 679, '316 620 785 913'],
  ['KY', 400, 427, '270 502 606 859'],
  ['LA', 700, 714, '225 318 337 504 985'],
  ['ME', 39, 49, '207'],
  ['MD', 206, 219, '240 301 410 443'],
  ['MA', 10, 27, '413 508 617 781 978'],
  ['MI', 480, 499, '231 248 269 313 517 586 616 734 810 989'],
  ['MN', 550, 567, '218 320 507 612 651 763 952'],
  ['MS', 386, 397, '228 601 662'],
  ['MO', 630, 658, '314 417 573 636 660 816'],
  ['MT', 590, 599, '406'],
  ['NE', 680, 693, '308 402'],
  ['NV', 889, 898, '702 775'],
  ['NH', 30, 38, '603'],
  ['NJ', 70, 89, '201 609 732 856 908 973'],
  ['NM', 870, 884, '505 575'],
  ['NY', 100, 149, '212 315 516 518 585 607 631 716 718 845 914 917'],
  ['NC', 270, 289, '252 336 704 828 910 919'],
  ['ND', 580, 588, '701'],
  ['OH', 430, 458, '216 330 419 440 513 614 740 937'],
  ['OK', 730, 749, '405 580 918'],
  ['OR', 970, 979, '503 541 971'],
  ['PA', 150, 196, '215 412 484 570 610 717 724 814'],
  ['RI', 28, 29, '401'],
  ['SC', 290, 299, '803 843 864'],
  ['SD', 570, 577, '605'],
  ['TN', 370, 385, '423 615 731 865 901 931'],
  ['TX', 750, 799, '210 214 281 361 409 512 713 806 817 830 832 903 915 936 956 972'],
  ['UT', 840, 847, '385 435 801'],
  ['VT', 50, 59, '802'],
  ['VA', 220, 246, '276 434 540 571 703 757 804'],
  ['WA', 980, 994, '206 253 360 425 509'],
  ['WV', 247, 268, '304 681'],
  ['WI', 530, 549, '262 414 608 715 920'],
  ['WY', 820, 831, '307'],
]

/** [province, population in ten thousands, first letters of postal codes, area codes, cities with relative sizes] */
const CANADIAN_REGIONS: readonly (readonly [
  string,
  number,
  string,
  string,
  Record<string, number>,
])[] = [
  [
    'ON',
    1560,
    'KLMNP',
    '416 519 613 647 705 807 905',
    {
      Toronto: 279,
      Ottawa: 101,
      Mississauga: 71,
      Brampton: 65,
      Hamilton: 57,
      London: 42,
      Markham: 33,
      Vaughan: 32,
      Kitchener: 25,
      Windsor: 23,
      Burlington: 18,
      'Greater Sudbury': 16,
      Oshawa: 17,
      Barrie: 14,
      Guelph: 14,
      Kingston: 13,
      'Thunder Bay': 10,
      Peterborough: 8,
    },
  ],
  [
    'QC',
    880,
    'GHJ',
    '418 438 450 514 819',
    {
      Montréal: 176,
      Québec: 54,
      Laval: 43,
      Gatineau: 29,
      Longueuil: 25,
      Sherbrooke: 17,
      Lévis: 14,
      Saguenay: 14,
      'Trois-Rivières': 13,
      Terrebonne: 11,
      Drummondville: 7,
      Rimouski: 5,
    },
  ],
  [
    'BC',
    530,
    'V',
    '236 250 604 778',
    {
      Vancouver: 66,
      Surrey: 56,
      Burnaby: 24,
      Richmond: 20,
      Abbotsford: 15,
      Kelowna: 14,
      Victoria: 12,
      Kamloops: 9,
      Nanaimo: 9,
      'Prince George': 7,
    },
  ],
  [
    'AB',
    460,
    'T',
    '403 587 780',
    {
      Calgary: 130,
      Edmonton: 101,
      'Red Deer': 10,
      Lethbridge: 9,
      'Grande Prairie': 6,
      'Medicine Hat': 6,
      'Fort McMurray': 6,
    },
  ],
  ['MB', 142, 'R', '204', { Winnipeg: 74, Brandon: 5, Steinbach: 1, Thompson: 1 }],
  ['SK', 121, 'S', '306', { Saskatoon: 26, Regina: 22, 'Prince Albert': 3, 'Moose Jaw': 3 }],
  ['NS', 103, 'B', '902', { Halifax: 43, Sydney: 3, Truro: 1, Dartmouth: 9 }],
  ['NB', 82, 'E', '506', { Moncton: 8, 'Saint John': 7, Fredericton: 6, Bathurst: 1 }],
  ['NL', 53, 'A', '709', { "St. John's": 11, 'Mount Pearl': 2, 'Corner Brook': 2, Gander: 1 }],
  ['PE', 17, 'C', '902', { Charlottetown: 4, Summerside: 2 }],
  ['NT', 4, 'X', '867', { Yellowknife: 2, 'Hay River': 0.3 }],
  ['YT', 4, 'Y', '867', { Whitehorse: 3, 'Dawson City': 0.2 }],
  ['NU', 4, 'X', '867', { Iqaluit: 0.8, 'Rankin Inlet': 0.3 }],
]

export const usRegions: ReadonlyMap<string, Region> = new Map(
  US_REGIONS.map(([code, firstZip, lastZip, areaCodes]) => [
    code,
    {
      code,
      country: 'United States',
      drawCity: drawCityOf(withSmallTowns(code, citiesByState[code])),
      areaCodes: areaCodes.split(' '),
      drawPostalCode: (random) => {
        const prefix = firstZip + random.below(lastZip - firstZip + 1)
        return String(prefix * 100 + 1 + random.below(99)).padStart(5, '0')
      },
    },
  ]),
)

/** Canada's provinces and territories, drawn by population. */
export const drawCanadianRegion: Draw<Region> = weighted(
  CANADIAN_REGIONS.map(([code, population, letters, areaCodes, cities]) => [
    {
      code,
      country: 'Canada',
      drawCity: drawCityOf(cities),
      areaCodes: areaCodes.split(' '),
      drawPostalCode: (random) => {
        const letter = () => 'ABCEGHJKLMNPRSTVWXYZ'.charAt(random.below(20))
        const first = letters.charAt(random.below(letters.length))
        return `${first}${random.below(10)}${letter()} ${random.below(10)}${letter()}${random.below(10)}`
      },
    },
    population,
  ]),
)

function drawCityOf(cities: Record<string, number>): Draw<City> {
  return weighted(Object.entries(cities).map(([name, weight]) => [{ name, weight }, weight]))
}

function withSmallTowns(state: string, cities: Record<string, number>): Record<string, number> {
  // The capital district is one city.
  if (state === 'DC') return cities
  const random = new Random(`towns of ${state}`)
  const total = Object.values(cities).reduce((sum, weight) => sum + weight, 0)
  const all = { ...cities }
  for (let i = 0; i < SMALL_TOWNS; i++) {
    const name = random.pick(TOWN_STARTS) + random.pick(TOWN_ENDS)
    all[name] ??= (total * SMALL_TOWN_SHARE) / SMALL_TOWNS
  }
  return all
}
