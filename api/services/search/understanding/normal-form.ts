/**
 * One normal form for the trade's variants: "cardiologists", "cardiologist" and "cardiology" are
 * one word, as are "paediatrician" and "pediatrics", "surgeons" and "surgery". Both the lexicon's
 * phrases and the search text pass through it, so that a rule always applies to both sides.
 */

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    midwives: 'midwifery',
    midwife: 'midwifery',
    midwifes: 'midwifery',
    feet: 'foot',
    teeth: 'tooth',
    children: 'child',
    childrens: 'child',
    kids: 'child',
    kid: 'child',
    womens: 'women',
    woman: 'women',
    womans: 'women',
    mens: 'men',
    man: 'men',
    surgeon: 'surgery',
    surgical: 'surgery',
    therapist: 'therapy',
    therapists: 'therapy',
    therapies: 'therapy',
    dentist: 'dentistry',
    dental: 'dentistry',
    pharmacist: 'pharmacy',
    pharmacies: 'pharmacy',
    hygienist: 'hygiene',
    dietician: 'dietitian',
    dietetic: 'dietetics',
    nutritionist: 'nutrition',
    counsellor: 'counseling',
    counselor: 'counseling',
    counselling: 'counseling',
    acupuncturist: 'acupuncture',
    chiropractor: 'chiropractic',
    chiro: 'chiropractic',
    optometrist: 'optometry',
    optometric: 'optometry',
    podiatric: 'podiatry',
    psychiatric: 'psychiatry',
    psychiatrical: 'psychiatry',
    pediatric: 'pediatrics',
    geriatric: 'geriatrics',
    obstetric: 'obstetrics',
    obstetrical: 'obstetrics',
    orthopedics: 'orthopedic',
    orthopedist: 'orthopedic',
    orthopod: 'orthopedic',
    prosthetist: 'prosthetics',
    orthotist: 'orthotics',
    orthotic: 'orthotics',
    prosthetic: 'prosthetics',
    dermatologic: 'dermatology',
    anesthetic: 'anesthesia',
    doc: 'doctor',
    physicians: 'physician',
    phys: 'physician',
    technician: 'tech',
    technologist: 'tech',
    technology: 'tech',
    assistants: 'assistant',
    asst: 'assistant',
    practioner: 'practitioner',
    medics: 'paramedic',
    nursing: 'nurse',
    analyst: 'analysis',
    educator: 'education',
    sonographer: 'sonography',
    radiographer: 'radiography',
    phlebotomist: 'phlebotomy',
    perfusionist: 'perfusion',
    embryologist: 'embryology',
    paramedicine: 'paramedic',
    paramedical: 'paramedic',
    naturopathic: 'naturopathy',
    naturopath: 'naturopathy',
    homeopathic: 'homeopathy',
    homeopath: 'homeopathy',
    osteopathic: 'osteopathy',
    osteopath: 'osteopathy',
  }),
)

/** Endings of the practitioners of a field, and of its adjectives. */
const AGENT_ENDINGS: readonly [RegExp, string][] = [
  [/olog(?:ist|ic|ical)$/, 'ology'],
  [/iatrist$/, 'iatry'],
  [/iatri(?:cian|st)$/, 'iatrics'],
  [/etrician$/, 'etrics'],
  [/odontist$/, 'odontics'],
  [/opractor$/, 'opractic'],
]

/** British spellings, and Greek diphthongs written out. */
const BRITISH: readonly [RegExp, string][] = [
  [/paed/, 'ped'],
  [/anaesth/, 'anesth'],
  [/gynaec/, 'gynec'],
  [/haem/, 'hem'],
  [/labour/, 'labor'],
  [/behaviour/, 'behavior'],
]

/** Words that end in s but are not plurals. */
const SINGULAR_S = /(?:ss|us|is|ics|as|os|ous)$/

const remembered = new Map<string, string>()
const REMEMBERED_MAX = 20_000

/** The normal form of one folded word. */
export function normalForm(word: string): string {
  const known = remembered.get(word)
  if (known !== undefined) return known
  const normal = derive(word)
  if (remembered.size < REMEMBERED_MAX) remembered.set(word, normal)
  return normal
}

function derive(word: string): string {
  let form = word
  for (const [british, american] of BRITISH) form = form.replace(british, american)
  form = IRREGULAR.get(form) ?? form
  form = singular(form)
  form = IRREGULAR.get(form) ?? form
  for (const [ending, field] of AGENT_ENDINGS) form = form.replace(ending, field)
  return form
}

/** Applies from four letters on: "RNs" and "CNAs" are plurals, "GIS" is not. */
function singular(word: string): string {
  if (word.length === 3) return PLURAL_CODES.has(word) ? word.slice(0, 2) : word
  if (word.length < 3 || !word.endsWith('s') || SINGULAR_S.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

const PLURAL_CODES = new Set(['rns', 'nps', 'pas', 'mds', 'dos', 'pts', 'ots', 'rts', 'ras', 'rds'])

/** Conjunctions without a meaning of their own: "labor and delivery" is "labor & delivery". */
export const isJoint = (word: string) => word === 'and' || word === 'n'

/** The key of a phrase in the lexicon. */
export function phraseKey(words: readonly string[]): string {
  let key = ''
  for (const word of words) {
    if (isJoint(word)) continue
    key = key === '' ? normalForm(word) : `${key} ${normalForm(word)}`
  }
  return key
}
