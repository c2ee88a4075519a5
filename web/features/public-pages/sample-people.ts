/** Invented people: names that do not occur, addresses that cannot exist. */
export interface SamplePerson {
  name: string
  initials: string
  title: string
  organization: string
  specialty: string
  location: string
  email: string
}

/** For the sample contact card. */
export const SAMPLE_CONTACT: SamplePerson = {
  name: 'Odalys Fennimore, MD',
  initials: 'OF',
  title: 'Attending Physician',
  organization: 'Larkmoor Heart Institute',
  specialty: 'Physician, Cardiology',
  location: 'Portland, OR',
  email: 'o.fennimore@larkmoor.example',
}

/** For the search preview. */
export const SAMPLE_PEOPLE: readonly SamplePerson[] = [
  {
    name: 'Teodric Vanterpool, RN',
    initials: 'TV',
    title: 'Charge Nurse, ICU',
    organization: 'St. Ambrin Medical Center',
    specialty: 'Critical Care Nursing',
    location: 'Columbus, OH',
    email: 't.vanterpool@stambrin.example',
  },
  {
    name: 'Isaure Quillington, PharmD',
    initials: 'IQ',
    title: 'Clinical Pharmacist',
    organization: 'Tallgrass Health',
    specialty: 'Clinical Pharmacy',
    location: 'Wichita, KS',
    email: 'isaure.q@tallgrass.example',
  },
  {
    name: 'Benno Askeland, DPT',
    initials: 'BA',
    title: 'Lead Physical Therapist',
    organization: 'Northwater Rehabilitation',
    specialty: 'Physical Therapy',
    location: 'Duluth, MN',
    email: 'b.askeland@northwater.example',
  },
  {
    name: 'Philippa Onderdonk, MD',
    initials: 'PO',
    title: 'Orthopedic Surgeon',
    organization: 'Crestvale Clinic',
    specialty: 'Orthopedic Surgery',
    location: 'Halifax, NS',
    email: 'p.onderdonk@crestvale.example',
  },
]
