import type { ProfessionGroup } from '../import/specialties.ts'
import type { EmployerKind } from './employers.ts'

/** How one kind of professional is drawn. Weights are relative. */
export interface Traits {
  womenShare: number
  /** Letters after the name; "" is none. */
  credentials: Record<string, number>
  /** Degrees of the last school; earlier ones are bachelor's. */
  degrees: Record<string, number>
  employers: Partial<Record<EmployerKind, number>>
  skills: string
  /** Titles of those who lead: manager, director, vice president, chief. */
  leaders: readonly [string, string, string, string]
}

const PHYSICIAN_LEADERS = [
  'Lead Physician',
  'Medical Director',
  'Vice President of Medical Affairs',
  'Chief Medical Officer',
] as const
const NURSE_LEADERS = [
  'Nurse Manager',
  'Director of Nursing',
  'Vice President of Patient Care',
  'Chief Nursing Officer',
] as const
const CLINIC_LEADERS = [
  'Clinic Manager',
  'Clinical Director',
  'Vice President of Clinical Services',
  'Chief Clinical Officer',
] as const
const THERAPY_LEADERS = [
  'Rehabilitation Manager',
  'Director of Rehabilitation',
  'Vice President of Therapy Services',
  'Chief Clinical Officer',
] as const
const CARE_LEADERS = [
  'Care Coordinator',
  'Director of Care Services',
  'Vice President of Operations',
  'Chief Operating Officer',
] as const

const PHYSICIAN_EMPLOYERS = {
  hospital: 48,
  practice: 34,
  university: 9,
  government: 3,
  telehealth: 2,
  insurer: 1,
  pharma: 1,
}
const ADVANCED_EMPLOYERS = {
  hospital: 40,
  practice: 42,
  telehealth: 5,
  government: 4,
  university: 4,
  homecare: 3,
  insurer: 1,
}
const NURSE_EMPLOYERS = {
  hospital: 62,
  practice: 9,
  homecare: 12,
  government: 5,
  school: 4,
  university: 4,
  telehealth: 2,
  insurer: 3,
}
const REHAB_EMPLOYERS = {
  rehabilitation: 46,
  hospital: 28,
  homecare: 11,
  school: 8,
  practice: 5,
  government: 2,
}
const MIND_EMPLOYERS = {
  behavioral: 52,
  practice: 12,
  hospital: 11,
  school: 7,
  government: 8,
  university: 4,
  telehealth: 6,
}

export const TRAITS: Record<ProfessionGroup, Traits> = {
  physician: {
    womenShare: 0.37,
    credentials: {
      MD: 80,
      DO: 11,
      'MD, PhD': 2.5,
      'M.D.': 1,
      'MD, MPH': 1.5,
      'MD, FACP': 1,
      MBBS: 1.5,
      '': 1.5,
    },
    degrees: { MD: 82, DO: 11, 'MD, PhD': 4, MBBS: 3 },
    employers: PHYSICIAN_EMPLOYERS,
    skills:
      'Patient Care|Clinical Research|Electronic Medical Records|Medical Education|Board Certified|Diagnosis|Healthcare Management|Telemedicine|Evidence-Based Medicine|Quality Improvement|Inpatient Care|Outpatient Care|Team Leadership',
    leaders: PHYSICIAN_LEADERS,
  },
  resident: {
    womenShare: 0.52,
    credentials: { '': 55, MD: 32, DO: 9, MBBS: 2, DDS: 1, PharmD: 1 },
    degrees: { MD: 78, DO: 16, MBBS: 4, DDS: 1, PharmD: 1 },
    employers: { hospital: 60, university: 40 },
    skills:
      'Patient Care|Clinical Rotations|Medical Education|Clinical Research|Electronic Medical Records|Inpatient Care|Teaching|Scientific Writing|Diagnosis',
    leaders: [
      'Chief Resident',
      'Program Director',
      'Vice President of Medical Education',
      'Chief Academic Officer',
    ],
  },
  dentist: {
    womenShare: 0.4,
    credentials: { DDS: 52, DMD: 34, 'D.D.S.': 3, 'D.M.D.': 2, 'DDS, MS': 6, 'DMD, MS': 2, '': 1 },
    degrees: { DDS: 60, DMD: 40 },
    employers: { dental: 88, government: 4, university: 5, hospital: 3 },
    skills:
      'Restorative Dentistry|Cosmetic Dentistry|Oral Surgery|Dental Implants|Crowns|Root Canals|Patient Education|Practice Management|Digital Radiography|Treatment Planning|Preventive Dentistry',
    leaders: [
      'Lead Dentist',
      'Dental Director',
      'Vice President of Dental Operations',
      'Chief Dental Officer',
    ],
  },
  'dental support': {
    womenShare: 0.94,
    credentials: { RDH: 70, CDA: 15, '': 15 },
    degrees: { AAS: 60, BS: 30, Certificate: 10 },
    employers: { dental: 94, school: 3, government: 3 },
    skills:
      'Scaling|Dental Radiography|Patient Education|Infection Control|Periodontal Charting|Sealants|Chairside Assisting|Local Anesthesia',
    leaders: [
      'Office Manager',
      'Director of Dental Hygiene',
      'Vice President of Operations',
      'Chief Operating Officer',
    ],
  },
  podiatrist: {
    womenShare: 0.3,
    credentials: { DPM: 94, 'D.P.M.': 5, '': 1 },
    degrees: { DPM: 100 },
    employers: { practice: 76, hospital: 19, government: 5 },
    skills:
      'Foot Surgery|Wound Care|Diabetic Foot Care|Sports Injuries|Orthotics|Biomechanics|Patient Care|Limb Salvage',
    leaders: PHYSICIAN_LEADERS,
  },
  optometrist: {
    womenShare: 0.48,
    credentials: { OD: 95, 'O.D.': 4, '': 1 },
    degrees: { OD: 100 },
    employers: { eye: 86, government: 5, university: 4, hospital: 5 },
    skills:
      'Contact Lenses|Glaucoma Care|Dry Eye|Low Vision|Eye Examinations|Pediatric Eye Care|Ocular Disease|LASIK Co-management|Patient Education',
    leaders: [
      'Lead Optometrist',
      'Clinical Director',
      'Vice President of Eye Care',
      'Chief Optometric Officer',
    ],
  },
  chiropractor: {
    womenShare: 0.3,
    credentials: { DC: 93, 'D.C.': 5, '': 2 },
    degrees: { DC: 100 },
    employers: { rehabilitation: 40, practice: 60 },
    skills:
      'Spinal Adjustment|Sports Injuries|Rehabilitation|Nutrition Counseling|Ergonomics|Soft Tissue Therapy|Wellness|Practice Management',
    leaders: CLINIC_LEADERS,
  },
  pharmacist: {
    womenShare: 0.58,
    credentials: { PharmD: 74, RPh: 18, 'PharmD, BCPS': 5, '': 3 },
    degrees: { PharmD: 82, BSPharm: 18 },
    employers: { pharmacy: 62, hospital: 26, insurer: 4, pharma: 4, government: 4 },
    skills:
      'Medication Therapy Management|Immunization|Drug Interactions|Compounding|Sterile Preparation|Anticoagulation|Pharmacokinetics|Patient Counseling|Formulary Management|Community Pharmacy',
    leaders: [
      'Pharmacy Manager',
      'Director of Pharmacy',
      'Vice President of Pharmacy Services',
      'Chief Pharmacy Officer',
    ],
  },
  'nurse practitioner': {
    womenShare: 0.9,
    credentials: {
      'FNP-C': 22,
      NP: 22,
      'FNP-BC': 14,
      'APRN, FNP-C': 10,
      ARNP: 7,
      CRNP: 7,
      DNP: 9,
      'MSN, APRN': 7,
      '': 2,
    },
    degrees: { MSN: 78, DNP: 20, PhD: 2 },
    employers: ADVANCED_EMPLOYERS,
    skills:
      'Primary Care|Chronic Disease Management|Patient Education|Prescribing|Health Promotion|Physical Assessment|Electronic Medical Records|Women’s Health|Urgent Care|Telemedicine|Case Management|BLS',
    leaders: NURSE_LEADERS,
  },
  'physician assistant': {
    womenShare: 0.69,
    credentials: { 'PA-C': 88, PA: 8, 'MPAS, PA-C': 3, '': 1 },
    degrees: { MPAS: 45, MS: 45, MSPAS: 10 },
    employers: ADVANCED_EMPLOYERS,
    skills:
      'Physical Assessment|Suturing|First Assist|Urgent Care|Prescribing|Patient Education|Electronic Medical Records|Emergency Care|Orthopedics|Primary Care|ACLS',
    leaders: [
      'Lead Advanced Practice Provider',
      'Director of Advanced Practice',
      'Vice President of Clinical Services',
      'Chief Clinical Officer',
    ],
  },
  'nurse anesthetist': {
    womenShare: 0.58,
    credentials: { CRNA: 90, 'CRNA, DNP': 6, 'MSN, CRNA': 4 },
    degrees: { MSN: 60, DNP: 25, DNAP: 15 },
    employers: { hospital: 72, practice: 24, government: 4 },
    skills:
      'General Anesthesia|Regional Anesthesia|Airway Management|Pain Management|ACLS|PALS|Obstetric Anesthesia|Perioperative Care|Patient Safety',
    leaders: [
      'Lead Nurse Anesthetist',
      'Director of Anesthesia Services',
      'Vice President of Perioperative Services',
      'Chief Nurse Anesthetist',
    ],
  },
  'nurse midwife': {
    womenShare: 0.985,
    credentials: { CNM: 88, CPM: 7, '': 5 },
    degrees: { MSN: 80, DNP: 15, Certificate: 5 },
    employers: { hospital: 48, practice: 48, government: 4 },
    skills:
      'Labor and Delivery|Prenatal Care|Breastfeeding|Women’s Health|Natural Birth|Family Planning|Newborn Care|Patient Education',
    leaders: NURSE_LEADERS,
  },
  nurse: {
    womenShare: 0.89,
    credentials: { RN: 62, 'BSN, RN': 18, 'RN, BSN': 8, 'MSN, RN': 6, 'RN, CCRN': 2, '': 4 },
    degrees: { BSN: 62, ADN: 28, MSN: 10 },
    employers: NURSE_EMPLOYERS,
    skills:
      'Triage|Patient Education|BLS|ACLS|Medication Administration|IV Therapy|Wound Care|Electronic Medical Records|Care Planning|Telemetry|Discharge Planning|ICU|Phlebotomy|Case Management',
    leaders: NURSE_LEADERS,
  },
  'practical nurse': {
    womenShare: 0.89,
    credentials: { LPN: 60, LVN: 34, '': 6 },
    degrees: { Certificate: 70, AAS: 30 },
    employers: { homecare: 40, hospital: 26, practice: 22, behavioral: 6, government: 6 },
    skills:
      'Medication Administration|Vital Signs|Wound Care|Long-Term Care|Charting|BLS|Catheter Care|Patient Education',
    leaders: NURSE_LEADERS,
  },
  'physical therapist': {
    womenShare: 0.66,
    credentials: { 'PT, DPT': 46, PT: 30, DPT: 20, 'P.T.': 2, '': 2 },
    degrees: { DPT: 75, MPT: 20, BSPT: 5 },
    employers: REHAB_EMPLOYERS,
    skills:
      'Manual Therapy|Orthopedic Rehabilitation|Therapeutic Exercise|Gait Training|Neurological Rehabilitation|Vestibular Therapy|Dry Needling|Sports Rehabilitation|Geriatrics|Pediatrics',
    leaders: THERAPY_LEADERS,
  },
  'occupational therapist': {
    womenShare: 0.89,
    credentials: { 'OTR/L': 58, OTR: 12, 'MS, OTR/L': 12, OTD: 8, OT: 8, '': 2 },
    degrees: { MOT: 45, MSOT: 40, OTD: 15 },
    employers: { ...REHAB_EMPLOYERS, school: 18 },
    skills:
      'Sensory Integration|Hand Therapy|Activities of Daily Living|Splinting|Pediatrics|Cognitive Rehabilitation|Home Modification|Early Intervention',
    leaders: THERAPY_LEADERS,
  },
  'respiratory therapist': {
    womenShare: 0.63,
    credentials: { RRT: 76, CRT: 18, '': 6 },
    degrees: { AAS: 65, BS: 35 },
    employers: { hospital: 86, homecare: 10, practice: 4 },
    skills:
      'Mechanical Ventilation|Airway Management|ABG Analysis|Pulmonary Function Testing|Neonatal Care|ACLS|Oxygen Therapy',
    leaders: THERAPY_LEADERS,
  },
  'speech therapist': {
    womenShare: 0.95,
    credentials: { 'CCC-SLP': 52, 'MS, CCC-SLP': 24, 'MA, CCC-SLP': 14, SLP: 7, '': 3 },
    degrees: { MS: 64, MA: 34, SLPD: 2 },
    employers: { school: 38, rehabilitation: 30, hospital: 18, homecare: 10, practice: 4 },
    skills:
      'Dysphagia|Articulation|AAC|Language Development|Stuttering|Early Intervention|Cognitive Therapy|Voice Therapy|Autism',
    leaders: THERAPY_LEADERS,
  },
  'therapy assistant': {
    womenShare: 0.76,
    credentials: { '': 26, PTA: 34, 'COTA/L': 20, ATC: 14, LMT: 6 },
    degrees: { AAS: 70, BS: 30 },
    employers: REHAB_EMPLOYERS,
    skills:
      'Therapeutic Exercise|Gait Training|Injury Prevention|Patient Transfers|Modalities|Soft Tissue Massage|Group Therapy|Documentation',
    leaders: THERAPY_LEADERS,
  },
  audiologist: {
    womenShare: 0.82,
    credentials: { AuD: 84, 'AuD, CCC-A': 12, '': 4 },
    degrees: { AuD: 92, MS: 8 },
    employers: { practice: 50, hospital: 30, school: 8, government: 8, university: 4 },
    skills:
      'Hearing Aids|Cochlear Implants|Vestibular Testing|Pediatric Audiology|Tinnitus|Audiometry|Newborn Screening',
    leaders: CLINIC_LEADERS,
  },
  'alternative medicine': {
    womenShare: 0.68,
    credentials: { LAc: 70, ND: 24, '': 6 },
    degrees: { MSOM: 60, ND: 24, DAcOM: 16 },
    employers: { practice: 78, rehabilitation: 22 },
    skills:
      'Acupuncture|Herbal Medicine|Pain Relief|Nutrition|Wellness|Cupping|Stress Management|Botanical Medicine',
    leaders: CLINIC_LEADERS,
  },
  psychologist: {
    womenShare: 0.69,
    credentials: { PhD: 48, PsyD: 40, EdD: 3, 'PH.D.': 2, 'MA, LP': 4, '': 3 },
    degrees: { PhD: 52, PsyD: 43, EdD: 5 },
    employers: { ...MIND_EMPLOYERS, university: 12 },
    skills:
      'Psychological Testing|Cognitive Behavioral Therapy|Psychotherapy|Neuropsychological Assessment|Trauma|Anxiety|Family Therapy|Research|Group Therapy|Crisis Intervention',
    leaders: CLINIC_LEADERS,
  },
  counselor: {
    womenShare: 0.77,
    credentials: { LPC: 26, LMHC: 20, LMFT: 20, LPCC: 10, LCPC: 6, LADC: 4, '': 14 },
    degrees: { MA: 52, MS: 34, MEd: 14 },
    employers: MIND_EMPLOYERS,
    skills:
      'Cognitive Behavioral Therapy|Crisis Intervention|Motivational Interviewing|Substance Use Treatment|Group Therapy|Family Therapy|Trauma|DBT|EMDR|Treatment Planning|Case Management|Couples Counseling',
    leaders: CLINIC_LEADERS,
  },
  'social worker': {
    womenShare: 0.84,
    credentials: { LCSW: 46, LMSW: 18, MSW: 14, LICSW: 10, LSW: 6, '': 6 },
    degrees: { MSW: 90, DSW: 3, BSW: 7 },
    employers: { ...MIND_EMPLOYERS, hospital: 22, government: 14 },
    skills:
      'Case Management|Crisis Intervention|Discharge Planning|Advocacy|Community Outreach|Group Therapy|Child Welfare|Hospice|Psychosocial Assessment|Motivational Interviewing',
    leaders: CLINIC_LEADERS,
  },
  'behavior analyst': {
    womenShare: 0.86,
    credentials: { BCBA: 82, 'BCBA-D': 6, LBA: 8, '': 4 },
    degrees: { MA: 45, MS: 40, MEd: 15 },
    employers: { behavioral: 76, school: 20, practice: 4 },
    skills:
      'Applied Behavior Analysis|Autism|Functional Assessment|Parent Training|Supervision|Data Collection|Behavior Plans|Early Intervention',
    leaders: CLINIC_LEADERS,
  },
  'behavior technician': {
    womenShare: 0.83,
    credentials: { RBT: 62, '': 38 },
    degrees: { BA: 55, BS: 35, AA: 10 },
    employers: { behavioral: 84, school: 16 },
    skills:
      'Applied Behavior Analysis|Autism|Data Collection|Discrete Trial Training|Social Skills|Early Intervention|Positive Reinforcement',
    leaders: CLINIC_LEADERS,
  },
  dietitian: {
    womenShare: 0.92,
    credentials: { RD: 34, RDN: 36, 'RDN, LD': 18, 'MS, RD': 8, '': 4 },
    degrees: { MS: 55, BS: 45 },
    employers: { hospital: 52, practice: 22, homecare: 8, government: 8, school: 5, telehealth: 5 },
    skills:
      'Medical Nutrition Therapy|Diabetes Education|Weight Management|Enteral Nutrition|Renal Nutrition|Meal Planning|Food Service Management|Wellness Coaching',
    leaders: CLINIC_LEADERS,
  },
  'community worker': {
    womenShare: 0.77,
    credentials: { '': 74, CHW: 12, CHES: 6, CPS: 8 },
    degrees: { BA: 45, BSW: 20, MPH: 10, Certificate: 25 },
    employers: { behavioral: 34, government: 26, homecare: 18, hospital: 16, insurer: 6 },
    skills:
      'Community Outreach|Case Management|Health Education|Advocacy|Peer Support|Care Coordination|Motivational Interviewing|Bilingual',
    leaders: CARE_LEADERS,
  },
  technician: {
    womenShare: 0.55,
    credentials: { '': 58, EMT: 12, 'RT(R)': 10, CPhT: 8, 'MLS(ASCP)': 6, ABOC: 6 },
    degrees: { AAS: 50, Certificate: 35, BS: 15 },
    employers: { hospital: 46, practice: 22, pharmacy: 12, government: 10, eye: 10 },
    skills:
      'Specimen Processing|Patient Positioning|Quality Control|Safety Procedures|Equipment Maintenance|BLS|Documentation|Customer Service',
    leaders: [
      'Technical Supervisor',
      'Director of Technical Services',
      'Vice President of Ancillary Services',
      'Chief Operating Officer',
    ],
  },
  aide: {
    womenShare: 0.86,
    credentials: { '': 70, HHA: 12, CNA: 18 },
    degrees: { Certificate: 100 },
    employers: { homecare: 88, hospital: 8, government: 4 },
    skills:
      'Personal Care|Meal Preparation|Companionship|Mobility Assistance|Vital Signs|Dementia Care|Housekeeping|Transportation',
    leaders: CARE_LEADERS,
  },
}

/** What a specialty adds to the skills of its profession; found by a part of its name. */
export const SPECIALTY_SKILLS: readonly (readonly [part: string, skills: string])[] = [
  [
    'ardi',
    'Echocardiography|Cardiac Catheterization|Heart Failure|Stress Testing|Arrhythmia|Hypertension',
  ],
  ['ediatric', 'Pediatrics|Newborn Care|Immunization|Developmental Screening|Adolescent Medicine'],
  ['sych', 'Psychopharmacology|Depression|Anxiety|Bipolar Disorder|ADHD|Psychotherapy'],
  ['ncology', 'Chemotherapy|Clinical Trials|Immunotherapy|Breast Cancer|Palliative Care'],
  ['Surg', 'Minimally Invasive Surgery|Laparoscopy|Trauma Surgery|Robotic Surgery|Wound Care'],
  ['Orthopedic', 'Joint Replacement|Arthroscopy|Sports Medicine|Fracture Care'],
  ['Radiology', 'MRI|CT|Ultrasound|Mammography|Image-Guided Biopsy'],
  ['Gynecolog', 'Labor and Delivery|Prenatal Care|Hysteroscopy|High-Risk Pregnancy|Infertility'],
  ['Emergency', 'Trauma|ACLS|ATLS|Triage|Airway Management'],
  ['Family', 'Preventive Medicine|Chronic Disease Management|Family Medicine|Urgent Care'],
  ['Internal', 'Internal Medicine|Hypertension|Diabetes|Geriatrics|Hospital Medicine'],
  ['Hospital', 'Hospital Medicine|Rapid Response|Care Transitions'],
  ['Neuro', 'Stroke|Epilepsy|EEG|EMG|Movement Disorders|Multiple Sclerosis'],
  ['Anesthesi', 'Regional Anesthesia|Pain Management|Perioperative Medicine|Airway Management'],
  ['Dermatology', 'Skin Cancer|Cosmetic Dermatology|Mohs Surgery|Psoriasis|Acne'],
  ['Gastro', 'Endoscopy|Colonoscopy|Inflammatory Bowel Disease|Hepatology'],
  ['Pulmon', 'Bronchoscopy|COPD|Sleep Medicine|Critical Care'],
  ['Nephrology', 'Dialysis|Kidney Transplant|Hypertension'],
  ['Endocrin', 'Diabetes|Thyroid Disease|Insulin Pumps|Metabolism'],
  ['Ophthalm', 'Cataract Surgery|Glaucoma|Retina|LASIK'],
  ['Urology', 'Robotic Surgery|Kidney Stones|Prostate Cancer'],
  ['Addiction', 'Substance Use Treatment|Medication-Assisted Treatment|Relapse Prevention'],
  ['Critical Care', 'Mechanical Ventilation|Sepsis|ECMO|ICU'],
  ['School', 'Individualized Education Plans|Special Education|Child Development'],
]
