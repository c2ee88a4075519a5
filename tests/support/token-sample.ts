import type { SearchDocument } from '../../api/services/search/engine.ts'

const NOBODY: SearchDocument = {
  ordinal: 1,
  changed_xid: '1',
  first_name: null,
  middle_name: null,
  last_name: null,
  title: null,
  specialty: null,
  organization: null,
  company_size: null,
  company_industry: null,
  company_revenue: null,
  city: null,
  state: null,
  country: null,
  skills: [],
  education: null,
}

/** People with something of everything that the rules of tokens tell apart. */
export const TOKEN_SAMPLE: SearchDocument[] = [
  NOBODY,
  {
    ...NOBODY,
    first_name: 'José',
    middle_name: 'Q.',
    last_name: "O'Brien-Nuñez",
    title: 'Chief of Surgery (RN), C++ & R&D',
    specialty: 'OB/GYN',
    organization: 'St. Mary’s 3M Clinic',
    company_size: '51-200 employees',
    company_industry: 'Hospitals & Physicians Clinics',
    company_revenue: '$1M to <$10M',
    city: "Coeur d'Alene",
    state: 'ID',
    country: 'United States',
    skills: ['COVID-19', 'Échographie', 'IV'],
    education: [
      { school: 'Université Laval', degree: 'Ph.D.', year: 1999 },
      { school: 'U of T', degree: null, year: null },
    ],
  },
  {
    ...NOBODY,
    first_name: 'ΟΔΥΣΣΕΥΣ',
    last_name: 'ﬁsher 𝒜da',
    title: '李 ½ ～Wave',
    specialty: 'women’s HEALTH',
    city: 'MONTRÉAL',
    education: 'Studied at McGill_University',
  },
]
