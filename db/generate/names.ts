import frequent from './data/frequent-names.json' with { type: 'json' }
import type { Random } from './random.ts'
import { weighted, weightedKeys } from './weighted.ts'

/** Share of people with a name that few bear, as counted in the public registry. */
const RARE_LAST_NAMES = 0.7
const RARE_FIRST_NAMES = 0.14

const women = weighted(firstNames((womenShare) => womenShare))
const men = weighted(firstNames((womenShare) => 1 - womenShare))
const frequentLast = weightedKeys(frequent.last)

/** Entries are [bearers, percent of them women]. */
function firstNames(share: (womenShare: number) => number): [string, number][] {
  return Object.entries(frequent.first).map(([name, [bearers = 0, percent = 0]]) => [
    name,
    bearers * share(percent / 100),
  ])
}

const RARE_WOMEN_STARTS =
  'Ad Al Am An Ar Bel Bri Cal Cam Cel Cor Da De El Em Ev Fer Flo Ge Ha Is Jo Ju Ka Ki La Li Lu Ma Mel Mi Na No Or Ra Ro Sa Se Sha Ta Te Va Vi Ya Za'.split(
    ' ',
  )
const RARE_WOMEN_ENDS =
  'bella da della dina ella elle etta ia iana ila ina inda ira issa ita landa leen lena lia liana line lisa lyn mara na nessa nia rana rena ria rina sha tia vina vonne'.split(
    ' ',
  )
const RARE_MEN_STARTS =
  'Al An Ar Bar Ber Cal Car Cor Da De Dor El Er Fer Gar Ger Har Hu Ja Jo Ke La Le Li Ma Mi Na Nor Or Ra Ri Ro Sa Ser Sta Ta Te Tor Va Wil Za'.split(
    ' ',
  )
const RARE_MEN_ENDS =
  'bert brin co din don dric gan lan land len lin lis lo man mer mil mond nard nel nio rell ric rick rin ris ron sel shan son ston ton van vek vid vin wyn'.split(
    ' ',
  )

/** How family names are made in the places America's families came from: [share, starts, ends]. */
const RARE_LAST_NAMES_BY_ORIGIN: readonly (readonly [number, string, string])[] = [
  [
    34,
    'Ash Beck Black Blan Bram Brock Burn Cald Carl Chad Clay Copp Craw Dal Den Earn East Ell Fair Farn Field Gar Gold Green Had Hal Hart Has Haw Hazel High Hol Hunt Kemp Kirk Lang Law Lock Long Mar May Mill Mor Nor Oak Pem Pres Rad Red Ridge Rock Rose Ruther Sand Shaw Shel Stan Stone Stan Sut Thorn Till Under Wake Wal Ward Wel West Whit Win Wood Wyn',
    'berg bourne bridge brook burn by combe croft dale den don er field ford gate grove ham hurst ingham ington land ley lock low man mere more ridge shaw stead stock ston ton wall ward way well wick win wood worth',
  ],
  [
    12,
    'Acker Alt Baum Bern Blum Brand Breit Dorn Eber Eich Eisen Falken Feld Frei Gold Grün Hart Hoff Holz Kamp Kern Klein Kraus Lang Lind Mark Neu Ober Rein Rosen Schau Schön Stein Stern Tann Vogel Wald Wein Weis Zimmer',
    'acher auer bach baum berg berger burg ecker feld feldt haus heim hofer holz mann meier müller reiter schmidt stein thal wald',
  ],
  [
    14,
    'Aguil Alar Alm Arand Barr Ben Cald Cam Card Cast Cer Cord Cort Dom Escob Esp Far Figuer Gal Garz Guerr Herr Ibarr Jar Led Lozan Mach Mald Mar Med Mont Mor Nav Olm Ort Pach Ped Quin Rend Ren Robl Rom Sal Sant Sep Sol Tam Tov Urb Val Var Vel Vill Zam',
    'ada adas ado al anes ano ante ar ares aro astro edo eja ejo enas eno eras ero ez illa illo ina inez ino iz ola olla ona ones osa ovar uela uez uro',
  ],
  [
    8,
    'Adam Barto Bori Chmie Dabro Dob Gor Grab Jan Kali Kami Kowal Kozlo Krup Lewan Maje Malin Nowa Olsze Pavl Piot Rado Rog Ruda Sado Sik Sobo Stan Szcze Tom Urba Wis Woj Zab Zales',
    'cki czak czyk ek enko ewicz ic ich icki kov kowski lak lik linski nik nov ov ovic owicz owski ski skyj sky wicz',
  ],
  [
    8,
    'Abbru Ales Bal Bar Bel Ben Bian Bon Bru Cal Cam Can Cap Car Cas Cic Col Con Cos Del Di Fer Fior Gal Giar Lom Man Mar Mor Pal Per Pic Riz Ros Sal San Sca Ter Tor Val Ven Vit',
    'acci andro ano ante antino ardi aro asso elli ello eri etti ini ino isi one oni otti ozzi ucci ullo uzzi',
  ],
  [
    10,
    'Agar Bala Bhat Chakra Chand Dev Gan Gopa Gup Hari Iye Jaya Kri Kuma Maha Man Meh Mukh Nara Nay Pad Pra Raja Rama Red San Sar Sha Shri Srini Sub Sund Tri Var Venka Vish',
    'badi bala dasan dhar garajan jan jee kar kumar lal lingam mani murthy nathan pal puri raman ran rao sal samy shan swamy tha varma wal yan',
  ],
  [
    6,
    'Ad Aka Ama Ba Chi Chu De E Eke Fa I Ike Ka Ko Ma Mba Mwa N Nwa O Obi Oko Ola Ono Oye Sa So To U Uche Wa',
    'bada bayo beke chukwu dama dele diaye goke gwu hene jima kanu kemba kwe lade ma mba nda ndu nia nkwo nwa pong sei sola tala tunde wale wu ye zie',
  ],
  [
    8,
    'Ba Che Dan Fu Guo Ha Hi Ishi Ka Kawa Ki Ko Kuro Lu Ma Matsu Mi Mo Naka Nishi O Sa Shi Ta Taka Ue Wata Xi Ya Yama Yoshi',
    'da gawa guchi hara kami ki kura mi moto mura nabe naka nishi no oka saki shima shita ta ya yama zaki',
  ],
]

const originOf = weighted(
  RARE_LAST_NAMES_BY_ORIGIN.map(([share, starts, ends]) => [
    { starts: starts.split(' '), ends: ends.split(' ') },
    share,
  ]),
)

/** Quebec's own frequent names; the rest of Canada draws from the common pool. */
const quebecLast = weightedKeys({
  Tremblay: 30,
  Gagnon: 22,
  Roy: 20,
  Côté: 18,
  Bouchard: 17,
  Gauthier: 16,
  Morin: 14,
  Lavoie: 13,
  Fortin: 12,
  Gagné: 12,
  Ouellet: 10,
  Pelletier: 10,
  Bélanger: 10,
  Lévesque: 9,
  Bergeron: 9,
  Leblanc: 8,
  Paquette: 8,
  Girard: 8,
  Simard: 7,
  Boucher: 7,
  Caron: 7,
  Beaulieu: 6,
  Cloutier: 6,
  Dubé: 6,
  Poirier: 5,
  Fournier: 5,
  Lapointe: 5,
  Leclerc: 5,
  Lefebvre: 5,
  Thibault: 4,
  'St-Pierre': 4,
  Nadeau: 4,
  Demers: 4,
  Gosselin: 3,
  Lachance: 3,
})
const quebecWomen =
  'Amélie Anne-Marie Audrey Camille Caroline Catherine Chantal Élise Émilie Geneviève Isabelle Josée Julie Karine Louise Marie-Claude Marie-Ève Mélanie Mireille Nathalie Sophie Stéphanie Sylvie Valérie Véronique'.split(
    ' ',
  )
const quebecMen =
  'Alain André Antoine Benoît Denis Éric Étienne François Gilles Guillaume Jacques Jean-François Louis Luc Marc-André Martin Mathieu Michel Nicolas Olivier Philippe Pierre Sébastien Simon Stéphane Yves'.split(
    ' ',
  )

const INITIALS = weightedKeys({
  A: 12,
  B: 4,
  C: 6,
  D: 6,
  E: 7,
  F: 3,
  G: 4,
  H: 3,
  I: 2,
  J: 9,
  K: 4,
  L: 9,
  M: 12,
  N: 4,
  P: 3,
  R: 7,
  S: 5,
  T: 4,
  V: 2,
  W: 3,
})

export interface PersonName {
  first: string
  middle: string | null
  last: string
}

/** A person's name; French ones are usual in Quebec. */
export function drawName(
  random: Random,
  { isWoman, isQuebec }: { isWoman: boolean; isQuebec: boolean },
): PersonName {
  const isFrench = isQuebec && random.chance(0.75)
  const first = isFrench
    ? random.pick(isWoman ? quebecWomen : quebecMen)
    : drawFirst(random, isWoman)
  const last = isFrench ? quebecLast(random) : drawLast(random)
  return { first, middle: drawMiddle(random, isWoman), last }
}

function drawFirst(random: Random, isWoman: boolean): string {
  if (!random.chance(RARE_FIRST_NAMES)) return isWoman ? women(random) : men(random)
  return isWoman
    ? random.pick(RARE_WOMEN_STARTS) + random.pick(RARE_WOMEN_ENDS)
    : random.pick(RARE_MEN_STARTS) + random.pick(RARE_MEN_ENDS)
}

function drawMiddle(random: Random, isWoman: boolean): string | null {
  const kind = random.next()
  if (kind < 0.38) return null
  return kind < 0.8 ? INITIALS(random) : drawFirst(random, isWoman)
}

function drawLast(random: Random): string {
  const one = drawSingleLast(random)
  return random.chance(0.025) ? `${one}-${drawSingleLast(random)}` : one
}

function drawSingleLast(random: Random): string {
  if (!random.chance(RARE_LAST_NAMES)) return frequentLast(random)
  const { starts, ends } = originOf(random)
  // The lower of two draws: some rare names are far less rare than others.
  const start = starts[Math.min(random.below(starts.length), random.below(starts.length))] ?? ''
  const end = ends[Math.min(random.below(ends.length), random.below(ends.length))] ?? ''
  return start + end
}
