/** Words that say nothing about the people searched for. */
export const FILLER: ReadonlySet<string> = new Set(
  `a an the and or of in at on for from to by with within near nearby around close about as into per
  looking look need needed needs want wanted wants find finding search searching seeking seek show
  get give hire hiring recruit recruiting require required requiring
  i im ive we my our your their his her its me us you they he she it
  who whom whose that which where what when is are be been was were am do does can could should would
  will have has having had please left currently presently actively active still currently available
  interested willing open opened must should prefer preferred preferably ideally ideal employed whos theres
  both w how many much list lists tell help currently know known verified valid direct zip zipcode postal code npi
  please thanks thank hi hello hey
  some someone somebody anyone anybody any all every each one ones
  people person persons candidate candidates professional professionals provider providers clinician
  clinicians practitioner practitioners specialist specialists specializing specialized specialising
  specialised specializes staff worker workers practicing practising practice works working work
  job jobs role roles position positions opening openings available
  experience experienced licensed license certified board based located living lives live reside residing resides local
  area areas region greater metro metropolitan downtown vicinity surrounding not but also ok okay
  good best top great really only just there here immediately asap urgent urgently new`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Phrases of filler whose words are not filler by themselves. */
export const FILLER_PHRASES: ReadonlySet<string> = new Set([
  'bc be',
  'be bc',
  'board eligible',
  'board certified',
  'open to',
  'zip code',
  'postal code',
  'npi number',
  'health care professional',
  'healthcare professional',
  'health care provider',
  'healthcare provider',
  'medical professional',
  'medical provider',
  'state of',
  'city of',
  'province of',
])

/** Words that precede places. */
export const BEFORE_PLACES: ReadonlySet<string> = new Set(
  'in near at from around nearby within to greater downtown based located of outside'.split(' '),
)

/** Words that precede names. */
export const BEFORE_NAMES: ReadonlySet<string> = new Set(
  'dr doctor drs mr mrs ms miss prof professor'.split(' '),
)

/** Letters after names that are not licences: fellowships, management degrees, generations. */
export const POSTNOMINALS: ReadonlySet<string> = new Set(
  'facs facc facp faap facog faafp facep faan faaos fccp fidsa fapa fasn fhm sfhm fache faha mba mha mph mhsa msha phr esq jr sr ii iii iv'.split(
    ' ',
  ),
)
