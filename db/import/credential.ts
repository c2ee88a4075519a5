const SPELLED = (
  'MD DO MBBS MBChB DDS DMD DPM OD DC DVM PhD DSc ScD EdD PsyD DrPH JD DPT DNP DNAP OTD AuD PharmD ' +
  'RPh BCPS MPH MHA MBA MS MSc MA MEd MSN MSW MFT MPAS MMS MPT MOT BA BS BSN BSc ' +
  'PA PA-C RPA RPA-C NP NP-C FNP FNP-C FNP-BC ANP ANP-C ANP-BC AGNP AGNP-C AGACNP-BC ACNP ACNP-BC ' +
  'PNP PNP-BC CPNP PMHNP PMHNP-BC WHNP WHNP-BC GNP NNP NNP-BC CFNP CNP CRNP ARNP APRN APRN-BC APN ' +
  'APNP CNS CNM CPM CRNA RN LPN LVN RT RRT CRT RD RDN LD LDN CDE CDCES ' +
  'PT RPT PTA OT OTR OTR/L COTA COTA/L SLP CCC-SLP CCC-A ATC LAT LMT ' +
  'LCSW LICSW LMSW LISW LSW LCSW-R LPC LPCC LCPC LMHC LMFT LAC LADC CADC CAADC BCBA BCBA-D RBT LBA ' +
  'LAc ND DOM FACP FACC FACS FACOG FAAP FAAFP FACEP FCCP FAAN HHA CNA EMT RDH RDMS MSPT CCC'
).split(' ')

/** The spelling of each credential, by its letters only: "PHD" → "PhD". */
const KNOWN = new Map(SPELLED.map((credential) => [lettersOf(credential), credential]))

const IN_WORDS: Record<string, string> = {
  'DOCTOR OF MEDICINE': 'MD',
  'MEDICAL DOCTOR': 'MD',
  'DOCTOR OF PHARMACY': 'PharmD',
  DOCTOR: '',
  PHYSICIAN: '',
  'NURSE PRACTITIONER': 'NP',
  'PHYSICIAN ASSISTANT': 'PA',
  'PHYSICAL THERAPIST': 'PT',
  'OCCUPATIONAL THERAPIST': 'OT',
  'REGISTERED NURSE': 'RN',
  PHARMACIST: 'RPh',
  OPTOMETRIST: 'OD',
  CHIROPRACTOR: 'DC',
}

/**
 * Normalises the spelling of credentials, of which hundreds are in use: "M.D." and "M. D." → "MD",
 * "R.N./F.N.P.-C" → "RN, FNP-C". Unknown credentials are kept, in upper case and without full
 * stops. Null when nothing is left.
 */
export function normalizeCredential(text: string | null): string | null {
  if (text === null) return null
  const credentials = new Set<string>()
  const upper = text.toUpperCase()
  // "OTR/L" is one credential, "RN/FNP" and "RN/L.P.N." are two.
  for (const part of upper.replace(/\/L(?!\.*\w)/g, '∕L').split(/[,;&/+]|\bAND\b/)) {
    const plain = part.replace('∕', '/').replace(/\./g, '').replace(/\s+/g, ' ')
    // "A.N.D." also becomes the word AND.
    for (const one of plain.split(/\bAND\b/)) {
      for (const credential of readPart(one.trim())) credentials.add(credential)
    }
  }
  return credentials.size > 0 ? [...credentials].join(', ') : null
}

/** The credentials in one part, which contains no full stops and only single blanks. */
function readPart(part: string): string[] {
  const letters = lettersOf(part)
  if (!/[A-Z]/.test(letters)) return []
  const known = KNOWN.get(letters)
  if (known !== undefined) return [known]
  const worded = IN_WORDS[part]
  if (worded !== undefined) return worded === '' ? [] : [worded]
  const words = part.split(' ')
  // "MD PHD" or "R N B S N": each word is known, or each is a single letter.
  const found = words.map((word) => KNOWN.get(lettersOf(word)))
  if (words.length > 1 && found.every((credential) => credential !== undefined)) return found
  return [part]
}

/** The text without full stops, blanks and hyphens. */
function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[.\s\-/()]/g, '')
}
