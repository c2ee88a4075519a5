import { type Profession, professionOf } from './specialties.ts'

/** Medicare's names of specialties that differ from ours not only in form. */
const ALIASES: Record<string, string> = {
  'ADVANCED HEART FAILURE AND TRANSPLANT CARDIOLOGY':
    'Advanced Heart Failure & Transplant Cardiology',
  'ALLERGY IMMUNOLOGY': 'Allergy & Immunology',
  'ANESTHESIOLOGY ASSISTANT': 'Anesthesiologist Assistant',
  'CARDIAC SURGERY': 'Thoracic Surgery',
  'CARDIOVASCULAR DISEASE CARDIOLOGY': 'Cardiovascular Disease',
  'CERTIFIED CLINICAL NURSE SPECIALIST CNS': 'Clinical Nurse Specialist',
  'CERTIFIED NURSE MIDWIFE CNM': 'Nurse Midwife',
  'CERTIFIED REGISTERED NURSE ANESTHETIST CRNA': 'Nurse Anesthetist',
  'CLINICAL PSYCHOLOGIST': 'Clinical Psychology',
  'CLINICAL SOCIAL WORKER': 'Clinical Social Work',
  'COLORECTAL SURGERY PROCTOLOGY': 'Colon & Rectal Surgery',
  'COLORECTAL SURGERY FORMERLY PROCTOLOGY': 'Colon & Rectal Surgery',
  'CRITICAL CARE INTENSIVISTS': 'Critical Care Medicine',
  DENTIST: 'Dentistry',
  'FAMILY PRACTICE': 'Family Medicine',
  'GYNECOLOGICAL ONCOLOGY': 'Gynecologic Oncology',
  'HEMATOLOGY ONCOLOGY': 'Hematology & Oncology',
  'HOSPICE PALLIATIVE CARE': 'Hospice & Palliative Medicine',
  'HOSPICE AND PALLIATIVE CARE': 'Hospice & Palliative Medicine',
  HOSPITALIST: 'Hospital Medicine',
  'INTERVENTIONAL PAIN MANAGEMENT': 'Pain Medicine',
  'MARRIAGE AND FAMILY THERAPIST': 'Marriage & Family Therapy',
  'MAXILLOFACIAL SURGERY': 'Oral & Maxillofacial Surgery',
  'MENTAL HEALTH COUNSELOR': 'Mental Health Counseling',
  'MICROGRAPHIC DERMATOLOGIC SURGERY MDS': 'Dermatology',
  NEUROPSYCHIATRY: 'Psychiatry',
  NEUROSURGERY: 'Neurological Surgery',
  'OBSTETRICS GYNECOLOGY': 'Obstetrics & Gynecology',
  'OCCUPATIONAL THERAPIST IN PRIVATE PRACTICE': 'Occupational Therapy',
  'ORAL SURGERY': 'Oral & Maxillofacial Surgery',
  'ORAL SURGERY DENTIST ONLY': 'Oral & Maxillofacial Surgery',
  'PAIN MANAGEMENT': 'Pain Medicine',
  'PEDIATRIC MEDICINE': 'Pediatrics',
  'PHYSICAL MEDICINE AND REHABILITATION': 'Physical Medicine & Rehabilitation',
  'PHYSICAL THERAPIST IN PRIVATE PRACTICE': 'Physical Therapy',
  'PLASTIC AND RECONSTRUCTIVE SURGERY': 'Plastic Surgery',
  'PSYCHOLOGIST CLINICAL': 'Clinical Psychology',
  'PSYCHOLOGIST CLINICAL PSYCHOLOGY': 'Clinical Psychology',
  'QUALIFIED AUDIOLOGIST': 'Audiology',
  'QUALIFIED SPEECH LANGUAGE PATHOLOGIST': 'Speech-Language Pathology',
  'REGISTERED DIETITIAN OR NUTRITION PROFESSIONAL': 'Nutrition & Dietetics',
  'UNDERSEA AND HYPERBARIC MEDICINE': 'Preventive Medicine',
}

const SMALL_WORDS = new Set(['AND', 'OF', 'IN'])

/**
 * The profession of a specialty as Medicare's files name it, with the punctuation of any year:
 * "OBSTETRICS/GYNECOLOGY", "CARDIOVASCULAR DISEASE (CARDIOLOGY)". Undefined when unknown.
 */
export function professionOfMedicareSpecialty(name: string): Profession | undefined {
  const words = name.toUpperCase().match(/[A-Z]+/g) ?? []
  const known = ALIASES[words.join(' ')]
  return professionOf(known ?? words.map(capitalized).join(' '))
}

function capitalized(word: string): string {
  const rest = word.slice(1).toLowerCase()
  return SMALL_WORDS.has(word) ? word.toLowerCase() : word.slice(0, 1) + rest
}
