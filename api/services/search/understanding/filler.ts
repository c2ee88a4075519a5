/** Words that tell nothing about whom somebody is looking for. */
export const FILLER: ReadonlySet<string> = new Set(
  `a an the and or of in at on for from to by with within near nearby around close about as into per
  looking look need needed needs want wanted wants find finding search searching seeking seek show
  get give hire hiring recruit recruiting require required requiring
  i im ive we my our your their his her its me us you they he she it
  who whom whose that which where what when is are be been was were am do does can could should would
  will have has having please thanks thank hi hello hey
  some someone somebody anyone anybody any all every each one ones
  people person persons candidate candidates professional professionals provider providers clinician
  clinicians practitioner practitioners specialist specialists specializing specialized specialising
  specialised specializes staff worker workers practicing practising practice works working work
  job jobs role roles position positions opening openings available
  experience experienced licensed license certified board based located living lives local
  area areas region greater metro metropolitan downtown vicinity surrounding not but also ok okay
  good best top great really only just there here immediately asap urgent urgently new`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Such words that are none by themselves. */
export const FILLER_PHRASES: ReadonlySet<string> = new Set([
  'bc be',
  'be bc',
  'board eligible',
  'board certified',
  'open to',
  'years of experience',
  'years experience',
  'full time',
  'part time',
  'full time or part time',
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

/** What a place comes after. */
export const BEFORE_PLACES: ReadonlySet<string> = new Set(
  'in near at from around nearby within to greater downtown based located of'.split(' '),
)

/** What a name comes after. */
export const BEFORE_NAMES: ReadonlySet<string> = new Set(
  'dr doctor drs mr mrs ms miss prof professor'.split(' '),
)
