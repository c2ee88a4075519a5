import type { SearchDocument } from '../../api/services/search/engine.ts'

const NOBODY: SearchDocument = {
  ordinal: 1,
  changed_xid: '1',
  first_name: null,
  middle_name: null,
  last_name: null,
  credential: null,
  npi: null,
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
  contacts: [],
}

/** People with something of everything that the rules of tokens tell apart. */
export const TOKEN_SAMPLE: SearchDocument[] = [
  NOBODY,
  {
    ...NOBODY,
    first_name: 'José',
    middle_name: 'Q.',
    last_name: "O'Brien-Nuñez",
    credential: 'M.D., PA-C/RN',
    npi: '1000000004',
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
    contacts: [
      { kind: 'phone', verified_at: '2026-11-20T23:59:59Z' },
      { kind: 'work_email', verified_at: '2026-11-21T00:00:00Z' },
      { kind: 'direct_phone', verified_at: null },
    ],
  },
]
