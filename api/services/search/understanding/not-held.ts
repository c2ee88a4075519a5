/**
 * Topics that recruiters ask for but a directory of licences does not hold. Such a part is left
 * out, and the response says why: as a required word it would match no one.
 */

/** The reason for each left-out topic. */
export const WHY_LEFT_OUT = {
  language: 'the directory does not say which languages people speak.',
  setting: 'the directory does not say how rural or urban a place is. Name cities or states.',
  experience: 'the directory does not say how long somebody has worked.',
  distance: 'distances are not known. Name cities, states or postal codes.',
  past: 'the directory does not say where people lived or worked before.',
  care: 'the directory does not say what part of the work somebody does.',
  owner: 'the directory does not say who owns an employer.',
  terms: 'the directory does not say what hours, pay or terms somebody works for.',
  sex: 'people are not searched by their sex.',
  age: 'the directory does not say how old people are, or whether they have retired.',
  county: 'counties are not known. Name the cities.',
  rating: 'the directory holds no ratings.',
  practice: 'the directory does not say which patients or insurance a practice takes.',
  page: 'people are not searched by their pages elsewhere.',
  number: 'it is neither an NPI nor a postal code.',
} as const
export type Topic = keyof typeof WHY_LEFT_OUT

const PHRASES: Record<Exclude<Topic, 'county' | 'number'>, string> = {
  language:
    'bilingual, multilingual, trilingual, second language, foreign language, foreign languages, sign language, asl',
  setting:
    'rural, urban, suburban, inner city, underserved, medically underserved, small town, small towns, big city, remote area, remote areas, rural area, rural areas, rural setting',
  experience:
    'new grad, new grads, new graduate, new graduates, recent grad, recent grads, recent graduate, recent graduates, recently graduated, newly graduated, newly licensed, newly qualified, fresh graduate, entry level, years of experience, years experience, year experience, yrs experience, years exp, seasoned, experience required',
  distance:
    'near me, close to me, around me, closest to me, nearest me, closest, nearest, local to me, my area, my city, my state, commuting distance, driving distance, within driving distance, commutable, walking distance, close by, current location, my location',
  terms:
    'full time, part time, fulltime, parttime, per diem, prn, night shift, night shifts, nights, night, overnight, overnights, day shift, day shifts, days, evening shift, evenings, weekend, weekends, shift, shifts, shift work, weekend shift, 12 hour shifts, contract, contractor, contractors, temporary, temp, temps, permanent, perm, perm placement, direct hire, w2, 1099, remote, remotely, hybrid, onsite, on site, work from home, working from home, wfh, on call, relocate, relocating, relocation, willing to relocate, willing to travel, willing to relocate to, open to relocation, open to relocating, open to work, open to travel, actively looking, actively seeking, looking for work, looking for a job, job seeker, job seekers, job seeking, available now, available immediately, immediately available, visa, visas, h1b, visa sponsorship, sponsorship, salary, salaries, hourly, sign on bonus, bonus, pay rate, travel, traveler, travelers, traveller, travellers, travel assignment, travel contract, short term, local contract, unemployed, employed, moving, cheap, cheaper, cheapest, affordable, more affordable, most affordable, inexpensive, less expensive, least expensive, more expensive, low cost, low rate, low rates, budget friendly, expensive, well paid, high paid, highly paid, underpaid',
  past: 'moved, recently moved, just moved, newly moved, has moved, have moved, moved from, relocated, recently relocated, just relocated, relocated from, formerly, former, previously, used to be, used to work, used to work at, used to work for, used to live, used to live in, recently left, just left, who left, that left, ex',
  care: 'non clinical, nonclinical, non surgical, nonsurgical, non operative, nonoperative',
  owner: 'non profit, nonprofit, non profits, for profit, not for profit',
  sex: 'male, males, female, females, woman, women, man, men',
  age: 'retired, retiring, semi retired, semiretired, middle aged, older, younger, elderly, millennial, millennials',
  rating:
    'top rated, highly rated, best rated, 5 star, five star, 4 star, award winning, highly recommended, reviews, ratings',
  practice:
    'accepting new patients, accepts new patients, taking new patients, accepting medicare, accepts medicare, accepts medicaid, accepting medicaid, takes insurance, takes medicare, takes medicaid, in network, open now, same day appointments',
  page: 'linkedin, linkedin profile, linkedin profiles, linked in, photo, photos, with a photo, website, websites',
}

const byPhrase = new Map<string, Topic>()
for (const [topic, phrases] of Object.entries(PHRASES))
  for (const phrase of phrases.split(', ')) byPhrase.set(phrase, topic as Topic)

const LANGUAGES: ReadonlySet<string> = new Set(
  'spanish english french german italian portuguese russian polish ukrainian chinese mandarin cantonese japanese korean vietnamese tagalog filipino hindi urdu punjabi bengali gujarati tamil telugu malayalam arabic farsi persian hebrew yiddish turkish greek armenian amharic somali swahili yoruba igbo hausa creole haitian hmong khmer lao thai burmese nepali navajo romanian hungarian czech serbian croatian albanian dutch swedish norwegian danish finnish asl'.split(
    ' ',
  ),
)
const SPEAKING: ReadonlySet<string> = new Set(
  'speaking speaks speak spoken speaker speakers fluent fluently bilingual multilingual language languages'.split(
    ' ',
  ),
)
const IN_LANGUAGE: ReadonlySet<string> = new Set(['in', 'and', 'or', 'that', 'who', 'also'])

/** Matches "spanish speaking", "fluent in mandarin and cantonese". */
function isOfLanguage(words: readonly string[]): boolean {
  const known = (word: string) => LANGUAGES.has(word) || SPEAKING.has(word)
  if (!known(words[0] ?? '') || !known(words.at(-1) ?? '')) return false
  if (!words.every((word) => known(word) || IN_LANGUAGE.has(word))) return false
  return words.some((word) => LANGUAGES.has(word)) && words.some((word) => SPEAKING.has(word))
}

const MEASURED: readonly [RegExp, Topic][] = [
  [
    /^(?:(?:at least|minimum|min|minimum of|over|more than|less than|under|up to) )?\d{1,2}(?: (?:to |or more |plus )?\d{0,2})? ?(?:years?|yrs?|months?)(?: plus| or more)?(?: of)?(?: (?:work |clinical |relevant )?(?:experience|exp))?$/,
    'experience',
  ],
  [
    /^(?:within )?(?:an? )?(?:\d{1,4} )?(?:miles?|mi|mile radius|km|kms|kilometers?|kilometres?|minutes?|mins?|hours? drive|mile)(?: radius)?(?: drive)?(?: (?:of|from|around|to|away))?$/,
    'distance',
  ],
  [
    /^\d{2,6}k?(?: \d{2,6}k?)? (?:(?:per|an|a) )?(?:hour|hr|hourly|year|week|month|annually)$/,
    'terms',
  ],
  [/^(?:over|under|above|below|age|aged) \d{2}$/, 'age'],
]

/** The first words of such parts; digits are checked separately. */
const MEASURED_STARTS: ReadonlySet<string> = new Set(
  'at minimum min over more less under up within above below age aged'.split(' '),
)

/** A number of people, or a wage: it is too short for a ZIP code. */
const NUMBER = /^\d{1,4}$/

/** The most words of such a part. */
const LONGEST_NOT_HELD = 6

/** The topic of a part that the directory does not hold; undefined for any other part. */
export function topicOf(words: readonly string[], phrase: string): Topic | undefined {
  const topic = byPhrase.get(phrase)
  if (topic !== undefined) return topic
  const [first = ''] = words
  if (words.length === 1 && NUMBER.test(first)) return 'number'
  if (words.length === 1) return LANGUAGES.has(first) ? 'language' : undefined
  if (words.length > LONGEST_NOT_HELD) return undefined
  if ((LANGUAGES.has(first) || SPEAKING.has(first)) && isOfLanguage(words)) return 'language'
  if (words.length <= 3 && COUNTY.has(words.at(-1) ?? '')) return 'county'
  if (!MEASURED_STARTS.has(first) && !/^\d/.test(first)) return undefined
  return MEASURED.find(([pattern]) => pattern.test(phrase))?.[1]
}

export const COUNTY: ReadonlySet<string> = new Set(['county', 'counties', 'parish'])

/** All words of such parts; none of them is taken for a misspelling. */
export const NOT_HELD_WORDS: ReadonlySet<string> = new Set([
  ...[...byPhrase.keys()].flatMap((phrase) => phrase.split(' ')),
  ...LANGUAGES,
  ...SPEAKING,
  ...COUNTY,
  ...MEASURED_STARTS,
  ...'least plus miles mile radius minutes hours experience years yrs months'.split(' '),
])
