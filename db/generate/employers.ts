import type { COMPANY_INDUSTRIES } from '#db/schema/vocabulary.ts'

/** The kinds of employers. */
export type EmployerKind =
  | 'hospital'
  | 'practice'
  | 'dental'
  | 'eye'
  | 'pharmacy'
  | 'rehabilitation'
  | 'behavioral'
  | 'homecare'
  | 'school'
  | 'university'
  | 'government'
  | 'telehealth'
  | 'insurer'
  | 'pharma'

/** The names and sizes of one kind of employer. */
export interface EmployerTraits {
  /** Patterns of names with the placeholders {city}, {state}, {saint}, {nature}, {founder}. */
  names: readonly string[]
  /** Chains with branches across the continent, the largest first. */
  chains: readonly string[]
  /** The probability of a chain's branch; at 1 there are no local names. */
  chainShare: number
  industries: readonly (typeof COMPANY_INDUSTRIES)[number][]
  /** The smallest and the largest index in COMPANY_SIZES of local employers; chains are larger. */
  sizes: readonly [number, number]
  /** The number of employers in a large city. */
  density: number
}

export const EMPLOYERS: Record<EmployerKind, EmployerTraits> = {
  hospital: {
    names: [
      '{city} General Hospital',
      '{city} Regional Medical Center',
      '{city} Memorial Hospital',
      'St. {saint} Hospital of {city}',
      '{city} Community Hospital',
      '{city} Medical Center',
      '{nature} Medical Center',
      '{founder} Memorial Hospital',
      "{city} Children's Hospital",
      '{city} Surgical Hospital',
      '{nature} Valley Hospital',
    ],
    chains: [
      'Northfield Health',
      'Mercy Meadows Health System',
      'Unison Hospitals',
      'Summit Ridge Healthcare',
      'Covenant Lakes Health',
      'Bluewater Health Partners',
      'Heartland Union Health',
      'Pacific Crest Health',
      'Trillium Care Network',
      'Ascent River Hospitals',
      'Grandview Alliance',
      'Three Pines Health',
    ],
    chainShare: 0.35,
    industries: ['Hospitals & Physicians Clinics', 'Hospital & Health Care'],
    sizes: [2, 5],
    density: 9,
  },
  practice: {
    names: [
      '{city} Medical Associates',
      '{city} Family Practice',
      '{nature} Medical Group',
      '{founder} Clinic',
      '{city} Internal Medicine Group',
      '{nature} Family Health',
      '{city} Specialty Physicians',
      '{city} Primary Care',
      '{founder} & {founder} Physicians',
      '{nature} Health Clinic',
      "{city} Women's Health",
      '{city} Urgent Care',
      '{nature} Surgical Associates',
    ],
    chains: [
      'Bright Harbor Medical Group',
      'OpenDoor Primary Care',
      'Keystone Oak Physicians',
      'Cityline Urgent Care',
      'Alder & Finch Medical',
    ],
    chainShare: 0.12,
    industries: ['Medical Practice', 'Hospitals & Physicians Clinics'],
    sizes: [0, 2],
    density: 40,
  },
  dental: {
    names: [
      '{city} Dental Care',
      '{founder} Family Dentistry',
      '{nature} Dental Group',
      '{city} Orthodontics',
      '{founder} Dental',
      '{nature} Smiles',
      '{city} Oral Surgery Associates',
    ],
    chains: ['Brightwater Dental', 'SmileHarbor Dental', 'Pearl Street Dental'],
    chainShare: 0.14,
    industries: ['Medical Practice'],
    sizes: [0, 1],
    density: 26,
  },
  eye: {
    names: [
      '{city} Eye Care',
      '{founder} Vision Center',
      '{nature} Optical',
      '{city} Family Vision',
    ],
    chains: ['ClearSight Optical', 'Horizon Eye Partners', 'Framework Vision'],
    chainShare: 0.35,
    industries: ['Medical Practice', 'Retail'],
    sizes: [0, 1],
    density: 9,
  },
  pharmacy: {
    names: ['{city} Pharmacy', '{founder} Drug', '{nature} Apothecary'],
    chains: [
      'GreenLeaf Pharmacy',
      'Cornerstone Drug',
      'DailyWell Pharmacy',
      'FreshCart Supermarkets',
      'PrairieMart',
      'Homestead Pharmacy',
    ],
    chainShare: 0.72,
    industries: ['Retail'],
    sizes: [0, 1],
    density: 14,
  },
  rehabilitation: {
    names: [
      '{city} Physical Therapy',
      '{nature} Rehabilitation Center',
      '{city} Sports & Spine',
      '{founder} Therapy Group',
      '{nature} Wellness Center',
    ],
    chains: ['Stride Physical Therapy', 'Momentum Rehab Partners', 'Restora Rehabilitation'],
    chainShare: 0.3,
    industries: ['Healthcare Services', 'Medical Practice'],
    sizes: [0, 2],
    density: 16,
  },
  behavioral: {
    names: [
      '{city} Counseling Center',
      '{nature} Behavioral Health',
      '{city} Community Mental Health',
      '{nature} Recovery Center',
      '{founder} Psychological Services',
      '{city} Autism Center',
      '{nature} Family Services',
    ],
    chains: [
      'Stepping Stones ABA',
      'Harborlight Behavioral Health',
      'Kindred Path Autism Services',
      'New Morning Recovery',
      'Open Sky Counseling',
    ],
    chainShare: 0.36,
    industries: ['Healthcare Services', 'Hospital & Health Care'],
    sizes: [0, 3],
    density: 20,
  },
  homecare: {
    names: [
      '{city} Home Health',
      '{nature} Home Care',
      '{founder} Home Care Services',
      '{nature} Senior Living',
      '{city} Hospice',
    ],
    chains: [
      'Comfort Lane Home Health',
      'Evergood Senior Care',
      'AtHome Allies',
      'Golden Porch Care',
    ],
    chainShare: 0.4,
    industries: ['Consumer Services', 'Healthcare Services'],
    sizes: [1, 3],
    density: 12,
  },
  school: {
    names: [
      '{city} Public Schools',
      '{city} School District',
      '{nature} Academy',
      '{city} Special Education Cooperative',
    ],
    chains: [],
    chainShare: 0,
    industries: ['Education'],
    sizes: [2, 4],
    density: 3,
  },
  university: {
    names: [
      'University of {state} Health',
      '{state} State University',
      '{city} University Hospital',
      '{city} College of Medicine',
    ],
    chains: [],
    chainShare: 0,
    industries: ['Education', 'Hospital & Health Care'],
    sizes: [4, 5],
    density: 3,
  },
  government: {
    names: [
      '{state} Department of Health',
      '{city} Veterans Clinic',
      '{city} Public Health',
      '{state} Correctional Health Services',
      '{city} Health Department',
    ],
    chains: [],
    chainShare: 0,
    industries: ['Government'],
    sizes: [3, 5],
    density: 4,
  },
  telehealth: {
    names: ['{nature} Staffing'],
    chains: [
      'DocuLine Telehealth',
      'NearMe Virtual Care',
      'Lantern Telemedicine',
      'Crossroads Locum Tenens',
      'Anchor Medical Staffing',
    ],
    chainShare: 0.9,
    industries: ['Business Services', 'Healthcare Services'],
    sizes: [1, 2],
    density: 6,
  },
  insurer: {
    names: ['{state} Mutual Health Plan'],
    chains: ['Redwood Benefit', 'Union Shield Health Plans', 'Civic Care Insurance'],
    chainShare: 0.85,
    industries: ['Insurance'],
    sizes: [3, 4],
    density: 4,
  },
  pharma: {
    names: ['{nature} Biosciences'],
    chains: ['Helixon Therapeutics', 'Marlowe Pharmaceuticals', 'Vantessa Devices', 'Norbury Labs'],
    chainShare: 0.85,
    industries: ['Pharmaceuticals', 'Manufacturing'],
    sizes: [1, 3],
    density: 5,
  },
}

export const SAINTS =
  'Agnes Alban Anne Brigid Cecilia Clare Francis Gabriel Helen Hilda Jude Lucy Luke Martin Mary Michael Olaf Rita Rose Thomas Vincent'.split(
    ' ',
  )
export const NATURE = [
  'Cedar',
  'Clearwater',
  'Cypress',
  'Evergreen',
  'Harbor',
  'Highland',
  'Juniper',
  'Lakeside',
  'Lakeview',
  'Laurel',
  'Magnolia',
  'Meadowbrook',
  'Oakwood',
  'Parkside',
  'Pinecrest',
  'Prairie',
  'Ridgeview',
  'Riverbend',
  'Riverside',
  'Silver Creek',
  'Stonegate',
  'Sunrise',
  'Sycamore',
  'Valley View',
  'Westlake',
  'Willow',
  'Woodland',
]
export const FOUNDERS =
  'Abbott Barlow Brannigan Calloway Chandler Dunmore Ellsworth Fairbanks Garrison Hollis Hathaway Kingsley Langford Merritt Norwood Ormsby Pemberton Quimby Redfern Sheffield Thornbury Underhill Vance Whitlock Yardley'.split(
    ' ',
  )
