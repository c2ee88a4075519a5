import type { Sql } from '#db/client.ts'
import type { CandidateRow } from '#db/schema/candidates.ts'
import type { ContactKind } from '#db/schema/vocabulary.ts'

type Known = Partial<CandidateRow> & {
  id: string
  contacts: Partial<Record<ContactKind, { value: string; verified_at: Date | null }>>
}

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

/** Invented people with unique names, so that a test can find exactly them among the generated ones. */
export const KNOWN_PEOPLE: Known[] = [
  {
    // Every field filled in.
    id: '00000000-0000-4000-8000-000000000001',
    first_name: 'Zenobia',
    middle_name: 'Quill',
    last_name: 'Featherstonehaugh',
    credential: 'MD',
    title: 'Attending Cardiologist',
    title_level: 'Senior',
    job_function: 'Clinical',
    specialty: 'Cardiology',
    organization: 'Larkspur Heart Institute',
    company_size: '500 to 999',
    company_industry: 'Hospitals & Physicians Clinics',
    company_revenue: '$50M to <$100M',
    company_domain: 'larkspur.example',
    company_start_date: '1987',
    city: 'Amarillo',
    state: 'TX',
    country: 'United States',
    office_city: 'Amarillo',
    office_state: 'TX',
    office_zip: '79101',
    linkedin_url: 'https://www.linkedin.com/in/zenobia-example',
    connections: 412,
    gender: 'F',
    skills: [
      'Echocardiography',
      'Heart Failure',
      'Telemetry',
      'Preventive Cardiology',
      'Stress Testing',
      'Lipid Management',
      'Cardiac MRI',
    ],
    education: [
      { school: 'Larkspur College of Medicine', degree: 'MD', year: 1999 },
      { school: 'Amarillo State University', degree: 'BS', year: 1995 },
    ],
    contacts: {
      personal_email: { value: 'zenobia@example.com', verified_at: daysAgo(12) },
      work_email: { value: 'z.featherstonehaugh@example.org', verified_at: daysAgo(40) },
      phone: { value: '806-555-0101', verified_at: daysAgo(3) },
      direct_phone: { value: '806-555-0102', verified_at: null },
    },
  },
  {
    // Shares organization and state with the first, differs in everything else.
    id: '00000000-0000-4000-8000-000000000002',
    first_name: 'Ignatius',
    last_name: 'Wobblethorpe',
    credential: 'RN, BSN',
    title: 'Charge Nurse',
    specialty: 'Registered Nurse',
    organization: 'Larkspur Heart Institute',
    company_size: '500 to 999',
    company_industry: 'Hospitals & Physicians Clinics',
    company_revenue: '$50M to <$100M',
    city: 'Lubbock',
    state: 'TX',
    country: 'United States',
    skills: ['Triage', 'Telemetry'],
    education: 'Trained on the ward',
    contacts: { phone: { value: '806-555-0103', verified_at: null } },
  },
  {
    // Canadian; accents, an apostrophe.
    id: '00000000-0000-4000-8000-000000000003',
    first_name: 'Éloïse',
    last_name: "O'Brouillard-Nguyễn",
    credential: 'DMD',
    title: 'Dentist',
    specialty: 'Dentistry',
    organization: 'Clinique Dentaire du Fjord',
    company_size: '1 to 19',
    company_industry: 'Medical Practice',
    company_revenue: '<$1M',
    city: 'Saguenay',
    state: 'QC',
    country: 'Canada',
    linkedin_url: 'https://www.linkedin.com/in/eloise-example',
    skills: ['Endodontics'],
    education: [{ school: 'Université du Fjord', degree: 'DMD', year: null }],
    contacts: { work_email: { value: 'eloise@example.org', verified_at: daysAgo(200) } },
  },
  {
    // Almost no facts: no name, no skills, no contacts.
    id: '00000000-0000-4000-8000-000000000004',
    specialty: 'Pharmacist',
    organization: 'Nameless Apothecary',
    state: 'VT',
    country: 'United States',
    contacts: {},
  },
  {
    // The longest name and contacts that a card must hold.
    id: '00000000-0000-4000-8000-000000000005',
    first_name: 'Maximiliana-Theodosia',
    middle_name: 'Bartholomea',
    last_name: 'Wolfeschlegelsteinhausenbergerdorff',
    credential: 'PhD, APRN, FNP-BC, CNE',
    title: 'Associate Vice President of Advanced Practice Nursing and Clinical Education',
    specialty: 'Nurse Practitioner',
    organization: 'The Consolidated Northern Regional Health and Hospital Corporation Trust',
    company_size: '5000+',
    company_industry: 'Hospital & Health Care',
    company_revenue: '$1B+',
    city: 'Llanfairpwll Heights',
    state: 'WA',
    country: 'United States',
    skills: ['Curriculum Development and Accreditation', 'Population Health'],
    contacts: {
      personal_email: {
        value:
          'maximiliana-theodosia.wolfeschlegelsteinhausenbergerdorff@consolidated-northern-regional-health-trust.example.com',
        verified_at: daysAgo(700),
      },
      phone: { value: '+1 (806) 555-0105 ext. 12345', verified_at: daysAgo(700) },
    },
  },
]

/** Adds the known people to a directory. */
export async function insertKnownPeople(sql: Sql): Promise<void> {
  for (const { contacts, education, ...person } of KNOWN_PEOPLE) {
    await sql`insert into candidates ${sql({
      ...person,
      source: 'test',
      education: education == null ? null : sql.json(education),
    })}`
    for (const [kind, contact] of Object.entries(contacts)) {
      await sql`insert into candidate_contacts ${sql({
        candidate_id: person.id,
        kind,
        source: 'test',
        ...contact,
      })}`
    }
  }
}
