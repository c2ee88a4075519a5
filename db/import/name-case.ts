/** Names in which Mac is a prefix; in Mack, Macias or Machado it is not. */
const MAC_NAMES = new Set(
  (
    'macadam macallister macarthur macaskill macaulay macbeth maccallum maccormack macdonald ' +
    'macdonell macdougall macdowell macduff macewan macfarlane macgregor macinnes macinnis ' +
    'macintosh macintyre macisaac maciver mackay mackenzie mackinnon mackintosh maclachlan ' +
    'maclaren maclaughlin maclean maclellan maclennan macleod macmanus macmillan macnamara ' +
    'macnaughton macneil macneill macpherson macphail macqueen macquarrie macrae macvicar'
  ).split(' '),
)

/** Particles of family names: "Van der Berg", "De la Cruz". */
const PARTICLES = new Set(
  'al bin da das de del della den der di do dos du e el la las le los ter van von y zu'.split(' '),
)

const ROMAN_NUMERAL = /^(?:ii|iii|iv|vi|vii|viii|ix)$/
const GENERATION = /^(jr|sr)\.?$/

/**
 * Converts a person's name, or a part of it, from upper or lower case: O'BRIEN → O'Brien, MCDONALD
 * → McDonald, VAN DER BERG → Van der Berg. A name in mixed case is left unchanged.
 */
export function nameCase(name: string): string {
  if (isMixedCase(name)) return name
  const words = joined(name).split(' ')
  return words.map((word, index) => nameWord(word, index, words.length)).join(' ')
}

/**
 * Converts a place from upper case: "SAINT MARY'S" → "Saint Mary's", "ISLE OF PALMS" → "Isle of
 * Palms".
 */
export function placeCase(place: string): string {
  if (isMixedCase(place)) return place
  const words = joined(place).split(' ')
  return words
    .map((word, index) =>
      index > 0 && /^(of|the|and|on|at|in|by)$/.test(word) ? word : namePart(word),
    )
    .join(' ')
}

/** The text in lower case, with "MC LEAN" joined. */
function joined(text: string): string {
  return text.toLowerCase().replace(/(^| )mc (?=\p{L}{3})/gu, '$1mc')
}

/** Short codes like "J" or "NP" do not count as mixed case. */
function isMixedCase(text: string): boolean {
  return text !== text.toUpperCase() && text !== text.toLowerCase()
}

function nameWord(word: string, index: number, count: number): string {
  const isFirst = index === 0
  const isLast = index === count - 1
  if (!isFirst && ROMAN_NUMERAL.test(word)) return word.toUpperCase()
  if (!isFirst && GENERATION.test(word)) return `${word.slice(0, 1).toUpperCase()}r.`
  if (!isFirst && !isLast && PARTICLES.has(word)) return word
  return namePart(word)
}

/**
 * Capitalises the start, the letters after hyphens, apostrophes and full stops, and Mc and Mac
 * names.
 */
function namePart(word: string): string {
  return word
    .split(/([-'’.])/)
    .map((part, index, parts) => {
      const afterApostrophe = index > 0 && /['’]/.test(parts[index - 1] ?? '')
      // A possessive's s stays lower case, unlike the B of O'Brien.
      if (afterApostrophe && part.length < 2) return part
      return capitalizeGaelic(part)
    })
    .join('')
}

function capitalizeGaelic(part: string): string {
  if (/^mc\p{L}{2,}$/u.test(part)) return `Mc${capitalize(part.slice(2))}`
  if (MAC_NAMES.has(part)) return `Mac${capitalize(part.slice(3))}`
  return capitalize(part)
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Legal forms, and initials that are not words. */
const ABBREVIATIONS = new Set(
  (
    'llc llp lllp pllc plc pc pa sc ltc lp pl apc apmc mc md do dds dmd od dc dpm np rn crna dba ' +
    'usa us ucla ucsf usc lsu suny umdnj nyu nyc mri ct ent obgyn ob gyn va uk ii iii iv ' +
    'ny nj fl tx ca il oh mi nc sc ga tn ky wv dc'
  ).split(' '),
)
const SHORT_FORMS = new Set(
  'st dr ft mt jr sr inc co ltd assoc univ med ctr hosp grp dept'.split(' '),
)
const SMALL_WORDS = /^(of|the|and|on|at|in|by|for|to|de|del|du|la|y)$/

/**
 * Converts an organization's or a school's name from upper case: "ST MARY'S HEALTH SYSTEM, INC." →
 * "St Mary's Health System, Inc.", "PROGRESSIVE MRI LLC" → "Progressive MRI LLC". Letters with full
 * stops and words without a vowel count as initials.
 */
export function organizationCase(name: string): string {
  if (isMixedCase(name)) return name
  return name
    .toLowerCase()
    .replace(/[\p{L}\p{N}'’.&]+/gu, (word, at: number) => organizationWord(word, at === 0))
}

function organizationWord(word: string, isFirst: boolean): string {
  const letters = word.replace(/[.&'’]/g, '')
  if (!isFirst && SMALL_WORDS.test(word)) return word
  if (/^(\p{L}[.&])+\p{L}?\.?$/u.test(word)) return word.toUpperCase()
  if (ABBREVIATIONS.has(letters)) return word.toUpperCase()
  const isInitials = letters.length <= 5 && /^[^aeiouy\d]+$/.test(letters)
  if (isInitials && !SHORT_FORMS.has(letters)) return word.toUpperCase()
  return namePart(word)
}
