import type { Meaning } from './row.ts'

/**
 * Concepts that are more than one specialty of the taxonomy, or none. Every specialty is already a
 * concept under its own name, with the title of its practitioners; an entry with that name extends
 * it.
 */
export const CONCEPTS: Readonly<Record<string, Meaning>> = {
  // Physicians
  doctor: {
    name: 'Physician',
    credentials: ['MD', 'DO', 'MBBS', 'MBChB'],
    titles: ['physician', 'doctor'],
  },
  MD: { name: 'MD', credentials: ['MD'] },
  DO: { name: 'DO', credentials: ['DO'] },
  MBBS: { name: 'MBBS', credentials: ['MBBS', 'MBChB'] },
  cardiology: {
    specialties: [
      'Cardiovascular Disease',
      'Interventional Cardiology',
      'Cardiac Electrophysiology',
      'Advanced Heart Failure & Transplant Cardiology',
      'Pediatric Cardiology',
    ],
    titles: ['cardiologist', 'cardiology', 'electrophysiologist'],
  },
  gastroenterology: {
    specialties: ['Gastroenterology', 'Hepatology', 'Pediatric Gastroenterology'],
    titles: ['gastroenterologist', 'gastroenterology', 'hepatologist'],
  },
  oncology: {
    specialties: [
      'Medical Oncology',
      'Hematology & Oncology',
      'Radiation Oncology',
      'Surgical Oncology',
      'Gynecologic Oncology',
      'Pediatric Hematology & Oncology',
    ],
    titles: ['oncologist', 'oncology'],
  },
  hematology: {
    specialties: ['Hematology', 'Hematology & Oncology', 'Pediatric Hematology & Oncology'],
    titles: ['hematologist', 'hematology'],
  },
  'hematology oncology': {
    specialties: ['Hematology & Oncology', 'Hematology', 'Medical Oncology'],
    titles: ['hematologist', 'medical oncologist'],
  },
  endocrinology: {
    specialties: ['Endocrinology', 'Pediatric Endocrinology'],
    titles: ['endocrinologist', 'endocrinology'],
  },
  nephrology: {
    specialties: ['Nephrology', 'Pediatric Nephrology'],
    titles: ['nephrologist', 'nephrology'],
  },
  pulmonology: {
    specialties: ['Pulmonary Disease', 'Pediatric Pulmonology'],
    titles: ['pulmonologist', 'pulmonology'],
  },
  'pulmonary critical care': {
    specialties: ['Pulmonary Disease', 'Critical Care Medicine'],
    titles: ['pulmonologist', 'intensivist'],
  },
  'critical care physician': {
    specialties: ['Critical Care Medicine', 'Pediatric Critical Care Medicine'],
    titles: ['intensivist'],
  },
  neurology: {
    specialties: ['Neurology', 'Child Neurology'],
    titles: ['neurologist', 'neurology'],
  },
  psychiatry: {
    specialties: [
      'Psychiatry',
      'Child & Adolescent Psychiatry',
      'Geriatric Psychiatry',
      'Addiction Psychiatry',
    ],
    titles: ['psychiatrist', 'psychiatry'],
  },
  addiction: {
    specialties: ['Addiction Medicine', 'Addiction Psychiatry', 'Addiction Counseling'],
    titles: ['addiction', 'substance abuse'],
    name: 'Addiction treatment',
  },
  radiology: {
    specialties: ['Diagnostic Radiology', 'Interventional Radiology'],
    titles: ['radiologist', 'radiology'],
  },
  'emergency physician': {
    specialties: ['Emergency Medicine', 'Pediatric Emergency Medicine'],
    titles: ['emergency physician', 'emergency medicine'],
  },
  anesthesiology: {
    specialties: ['Anesthesiology'],
    titles: ['anesthesiologist', 'anesthesiology'],
  },
  obgyn: {
    specialties: ['Obstetrics & Gynecology'],
    titles: ['obstetrician', 'gynecologist', 'obgyn', 'ob/gyn'],
    name: 'Obstetrics & Gynecology',
  },
  pediatrics: {
    specialties: ['Pediatrics'],
    titles: ['pediatrician', 'pediatrics'],
  },
  'primary care': {
    specialties: [
      'Family Medicine',
      'Internal Medicine',
      'General Practice',
      'Pediatrics',
      'Geriatric Medicine',
    ],
    titles: ['primary care', 'family physician', 'internist', 'general practitioner'],
    name: 'Primary care',
  },
  'family doctor': {
    specialties: ['Family Medicine', 'General Practice'],
    titles: ['family physician', 'family medicine', 'general practitioner'],
    name: 'Family Medicine',
  },
  geriatrics: {
    specialties: ['Geriatric Medicine', 'Geriatric Psychiatry'],
    titles: ['geriatrician', 'geriatrics'],
  },
  surgery: {
    specialties: [
      'General Surgery',
      'Pediatric Surgery',
      'Trauma & Critical Care Surgery',
      'Vascular Surgery',
      'Surgical Oncology',
      'Transplant Surgery',
      'Colon & Rectal Surgery',
      'Thoracic Surgery',
      'Plastic Surgery',
      'Orthopedic Surgery',
      'Hand Surgery',
      'Neurological Surgery',
      'Oral & Maxillofacial Surgery',
    ],
    titles: ['surgeon', 'surgery'],
    name: 'Surgery',
  },
  orthopedics: {
    specialties: ['Orthopedic Surgery', 'Hand Surgery'],
    titles: ['orthopedic surgeon', 'orthopedic surgery', 'hand surgeon'],
  },
  'orthopedic spine surgery': {
    specialties: ['Orthopedic Surgery', 'Neurological Surgery'],
    titles: ['spine surgeon', 'orthopedic surgeon', 'neurosurgeon'],
    name: 'Spine surgery',
  },
  'foot and ankle surgery': {
    specialties: ['Orthopedic Surgery', 'Podiatry'],
    titles: ['foot and ankle surgeon', 'podiatrist', 'orthopedic surgeon'],
    name: 'Foot and ankle surgery',
  },
  'reproductive medicine': {
    specialties: ['Reproductive Endocrinology'],
    titles: ['reproductive endocrinologist', 'fertility'],
  },
  pain: {
    specialties: ['Pain Medicine'],
    titles: ['pain medicine', 'pain management'],
  },
  palliative: {
    specialties: ['Hospice & Palliative Medicine'],
    titles: ['palliative', 'hospice'],
  },
  allergy: {
    specialties: ['Allergy & Immunology'],
    titles: ['allergist', 'immunologist', 'allergy'],
  },
  'nuclear medicine': { specialties: ['Nuclear Medicine'], titles: ['nuclear medicine'] },
  resident: {
    specialties: ['Resident in Training'],
    titles: ['resident physician', 'chief resident', 'fellow physician', 'resident'],
    name: 'Resident in training',
  },
  osteopathy: {
    specialties: ['Osteopathic Manipulative Medicine'],
    titles: ['osteopathic'],
    credentials: ['DO'],
    name: 'Osteopathic medicine',
  },

  // Teeth, eyes, feet, spine
  dentistry: {
    specialties: [
      'Dentistry',
      'Endodontics',
      'Orthodontics',
      'Pediatric Dentistry',
      'Periodontics',
      'Prosthodontics',
      'Oral & Maxillofacial Surgery',
    ],
    titles: ['dentist'],
    credentials: ['DDS', 'DMD'],
    name: 'Dentistry',
  },
  DDS: { name: 'DDS', credentials: ['DDS'] },
  DMD: { name: 'DMD', credentials: ['DMD'] },
  Podiatry: { credentials: ['DPM'] },
  Optometry: { credentials: ['OD'] },
  Chiropractic: { credentials: ['DC'] },
  'eye care': {
    specialties: ['Ophthalmology', 'Optometry'],
    titles: ['ophthalmologist', 'optometrist'],
    credentials: ['OD'],
    name: 'Eye care',
  },
  'Dental Hygiene': { credentials: ['RDH'] },
  'Dental Assistant': { credentials: ['CDA'] },

  // Pharmacy
  pharmacy: {
    specialties: ['Pharmacist', 'Clinical Pharmacy'],
    titles: ['pharmacist'],
    credentials: ['PharmD', 'RPh'],
    name: 'Pharmacist',
  },
  'Pharmacy Technician': { credentials: ['CPhT'] },

  // Nursing
  nurse: {
    specialties: ['Licensed Practical Nurse', 'Licensed Vocational Nurse'],
    titles: ['nurse'],
    credentials: ['LPN', 'LVN'],
    includes: ['Registered Nurse'],
    name: 'Nurse',
  },
  'Registered Nurse': {
    specialties: [
      'Psychiatric Nursing',
      'Critical Care Nursing',
      'Emergency Nursing',
      'Home Health Nursing',
      'School Nursing',
      'Case Management Nursing',
    ],
    credentials: ['RN'],
  },
  'practical nurse': {
    specialties: ['Licensed Practical Nurse', 'Licensed Vocational Nurse'],
    titles: ['licensed practical nurse', 'licensed vocational nurse'],
    credentials: ['LPN', 'LVN', 'RPN'],
    name: 'LPN/LVN',
  },
  BSN: { name: 'BSN', credentials: ['BSN'] },
  MSN: { name: 'MSN', credentials: ['MSN'] },
  DNP: { name: 'DNP', credentials: ['DNP', 'DNAP'] },
  CCRN: { name: 'CCRN', credentials: ['CCRN'] },
  'nurse practitioner': {
    specialties: [
      'Nurse Practitioner',
      'Family Nurse Practitioner',
      'Acute Care Nurse Practitioner',
      'Adult Health Nurse Practitioner',
      'Gerontology Nurse Practitioner',
      'Neonatal Nurse Practitioner',
      'Pediatric Nurse Practitioner',
      'Psychiatric Nurse Practitioner',
      'Primary Care Nurse Practitioner',
      "Women's Health Nurse Practitioner",
    ],
    titles: ['nurse practitioner'],
    credentials: ['NP', 'NP-C', 'ARNP', 'CRNP', 'CNP', 'APNP'],
    includes: [
      'Family Nurse Practitioner',
      'Psychiatric Nurse Practitioner',
      'Acute Care Nurse Practitioner',
      'Adult Health Nurse Practitioner',
      'Gerontology Nurse Practitioner',
      'Neonatal Nurse Practitioner',
      'Pediatric Nurse Practitioner',
      "Women's Health Nurse Practitioner",
    ],
  },
  'Family Nurse Practitioner': { credentials: ['FNP', 'FNP-C', 'FNP-BC', 'CFNP'] },
  'Psychiatric Nurse Practitioner': { credentials: ['PMHNP', 'PMHNP-BC'] },
  'Acute Care Nurse Practitioner': {
    credentials: ['ACNP', 'ACNP-BC', 'AGACNP', 'AGACNP-BC', 'CPNP-AC'],
  },
  'Adult Health Nurse Practitioner': {
    credentials: ['ANP', 'ANP-C', 'ANP-BC', 'AGNP', 'AGNP-C', 'AGPCNP', 'AGPCNP-BC'],
  },
  'Gerontology Nurse Practitioner': { credentials: ['GNP', 'GNP-BC', 'AGNP', 'AGNP-C'] },
  'Neonatal Nurse Practitioner': { credentials: ['NNP', 'NNP-BC'] },
  'Pediatric Nurse Practitioner': { credentials: ['PNP', 'PNP-BC', 'CPNP', 'CPNP-PC'] },
  "Women's Health Nurse Practitioner": { credentials: ['WHNP', 'WHNP-BC'] },
  'advanced practice nurse': {
    specialties: ['Clinical Nurse Specialist', 'Nurse Anesthetist', 'Nurse Midwife'],
    titles: ['advanced practice registered nurse', 'advanced practice nurse'],
    credentials: ['APRN', 'APRN-BC', 'APN'],
    includes: ['nurse practitioner', 'Nurse Anesthetist', 'Nurse Midwife'],
    name: 'Advanced practice nurse',
  },
  'advanced practice provider': {
    titles: ['advanced practice provider'],
    includes: ['nurse practitioner', 'physician assistant'],
    name: 'Advanced practice provider',
  },
  'Nurse Anesthetist': { credentials: ['CRNA'] },
  anesthetist: { includes: ['Nurse Anesthetist', 'anesthesiology'], name: 'Anesthetist' },
  'Nurse Midwife': { credentials: ['CNM'] },
  'Clinical Nurse Specialist': { credentials: ['CNS', 'ACNS', 'ACNS-BC'] },
  midwife: {
    specialties: ['Nurse Midwife', 'Midwifery'],
    titles: ['midwife'],
    credentials: ['CNM', 'CPM', 'CM'],
    name: 'Midwife',
  },
  anesthesia: {
    specialties: ['Anesthesiology'],
    titles: ['anesthesiologist', 'anesthesiology'],
    name: 'Anesthesiology',
  },
  'Nursing Assistant': { credentials: ['CNA', 'STNA', 'GNA'] },
  'Home Health Aide': { credentials: ['HHA'] },
  caregiver: {
    specialties: ['Home Health Aide', 'Personal Care', 'Homemaker Services'],
    titles: ['home health aide', 'personal care attendant', 'caregiver'],
    name: 'Caregiver',
  },
  'director of nursing': { titles: ['director of nursing'], name: 'Director of Nursing' },
  'chief nursing officer': { titles: ['chief nursing officer'], name: 'Chief Nursing Officer' },
  'chief medical officer': { titles: ['chief medical officer'], name: 'Chief Medical Officer' },
  'medical director': { titles: ['medical director'], name: 'Medical Director' },
  PhD: { credentials: ['PhD'], name: 'PhD' },
  administrator: {
    titles: ['administrator', 'chief executive officer', 'ceo', 'executive director'],
    name: 'Administrator',
  },
  'practice manager': {
    titles: ['practice manager', 'clinic manager', 'office manager'],
    name: 'Practice Manager',
  },
  'nurse manager': { titles: ['nurse manager'], name: 'Nurse Manager' },
  'occupational health': {
    specialties: ['Occupational Medicine'],
    titles: ['occupational health', 'occupational medicine', 'employee health'],
    name: 'Occupational Health',
  },
  'occupational health nurse': {
    titles: [
      'occupational health nurse',
      'occupational health rn',
      'employee health nurse',
      'employee health rn',
    ],
    name: 'Occupational Health Nurse',
  },
  "men's health": {
    specialties: ['Urology'],
    titles: ["men's health"],
    name: "Men's Health",
  },
  'crisis care': {
    titles: ['crisis'],
    skills: ['crisis intervention'],
    name: 'Crisis care',
  },
  'charge nurse': { titles: ['charge nurse'], name: 'Charge Nurse' },
  'nurse educator': { titles: ['nurse educator', 'clinical educator'], name: 'Nurse Educator' },
  'travel nurse': {
    titles: ['travel nurse'],
    includes: ['Registered Nurse'],
    name: 'Travel nurse',
  },
  'case manager': {
    specialties: ['Case Management', 'Case Management Nursing'],
    titles: ['case manager'],
    name: 'Case manager',
  },

  // Assistants of physicians
  'physician assistant': {
    specialties: [
      'Physician Assistant',
      'Medical Physician Assistant',
      'Surgical Physician Assistant',
    ],
    titles: ['physician assistant', 'physician associate'],
    credentials: ['PA', 'PA-C', 'RPA', 'RPA-C'],
    name: 'Physician Assistant',
  },
  'Anesthesiologist Assistant': { credentials: ['CAA', 'AA-C'] },
  'medical assistant': {
    titles: ['medical assistant'],
    credentials: ['CMA', 'RMA', 'CCMA'],
    name: 'Medical Assistant',
  },

  // Therapy
  'physical therapy': {
    specialties: ['Physical Therapy', 'Orthopedic Physical Therapy'],
    titles: ['physical therapist'],
    credentials: ['PT', 'DPT', 'MPT', 'RPT', 'MSPT'],
  },
  'Physical Therapist Assistant': { credentials: ['PTA'] },
  'Occupational Therapy': { credentials: ['OT', 'OTR', 'OTR/L', 'OTD', 'MOT'] },
  'Occupational Therapy Assistant': { credentials: ['COTA', 'COTA/L', 'OTA'] },
  'Speech-Language Pathology': { credentials: ['SLP', 'CCC-SLP'] },
  'Respiratory Therapy': { credentials: ['RRT', 'CRT', 'RT'] },
  'Athletic Training': { credentials: ['ATC', 'LAT'] },
  'Massage Therapy': { credentials: ['LMT'] },
  Audiology: { credentials: ['AuD', 'CCC-A'] },
  rehabilitation: {
    specialties: [
      'Physical Therapy',
      'Orthopedic Physical Therapy',
      'Occupational Therapy',
      'Speech-Language Pathology',
      'Physical Medicine & Rehabilitation',
      'Rehabilitation Counseling',
    ],
    titles: ['rehabilitation'],
    name: 'Rehabilitation',
  },
  'rehab therapist': {
    includes: ['physical therapy', 'Occupational Therapy', 'Speech-Language Pathology'],
    name: 'PT, OT or SLP',
  },
  Acupuncture: { credentials: ['LAc', 'DOM'] },
  Naturopathy: { credentials: ['ND', 'NMD'] },

  // Mind and behavior
  psychology: {
    specialties: [
      'Psychology',
      'Clinical Psychology',
      'Counseling Psychology',
      'School Psychology',
      'Clinical Neuropsychology',
    ],
    titles: ['psychologist', 'neuropsychologist'],
    credentials: ['PsyD'],
    name: 'Psychologist',
  },
  PsyD: { name: 'PsyD', credentials: ['PsyD'] },
  counseling: {
    specialties: [
      'Counseling',
      'Mental Health Counseling',
      'Professional Counseling',
      'Addiction Counseling',
      'Pastoral Counseling',
      'School Counseling',
      'Rehabilitation Counseling',
      'Marriage & Family Therapy',
    ],
    titles: ['counselor'],
    credentials: ['LPC', 'LPCC', 'LCPC', 'LMHC'],
    name: 'Counselor',
  },
  'licensed counselor': {
    specialties: ['Professional Counseling', 'Mental Health Counseling', 'Counseling'],
    titles: ['professional counselor', 'mental health counselor'],
    credentials: ['LPC', 'LPCC', 'LCPC', 'LMHC', 'LPC-S', 'LCMHC'],
    name: 'Licensed counselor',
  },
  LPC: {
    specialties: ['Professional Counseling'],
    titles: ['licensed professional counselor'],
    credentials: ['LPC', 'LPCC', 'LCPC', 'LPC-S'],
    name: 'Licensed Professional Counselor',
  },
  'Mental Health Counseling': { credentials: ['LMHC', 'LCMHC'] },
  'Addiction Counseling': {
    credentials: ['LADC', 'CADC', 'LCADC', 'LCDC', 'CAADC'],
    titles: ['substance abuse counselor'],
  },
  'Marriage & Family Therapy': {
    credentials: ['LMFT', 'MFT', 'AMFT'],
    titles: ['family therapist', 'marriage and family'],
  },
  'social work': {
    specialties: ['Social Work', 'Clinical Social Work', 'School Social Work'],
    titles: ['social worker'],
    credentials: ['LCSW', 'LMSW', 'MSW', 'LICSW', 'LSW', 'LISW', 'LCSW-R'],
    name: 'Social worker',
  },
  'Clinical Social Work': { credentials: ['LCSW', 'LICSW', 'LISW', 'LCSW-R'] },
  LMSW: { name: 'LMSW', credentials: ['LMSW'] },
  MSW: { name: 'MSW', credentials: ['MSW', 'LMSW'] },
  LSW: { name: 'LSW', credentials: ['LSW', 'LBSW'] },
  'Behavior Analysis': { credentials: ['BCBA', 'BCBA-D', 'LBA'] },
  'Behavior Analysis Assistant': { credentials: ['BCaBA'] },
  'Behavior Technician': { credentials: ['RBT'] },
  aba: {
    specialties: ['Behavior Analysis', 'Behavior Technician', 'Behavior Analysis Assistant'],
    titles: ['behavior analyst', 'behavior technician'],
    skills: ['applied behavior analysis'],
    name: 'Applied behavior analysis',
  },
  psychotherapist: {
    includes: ['psychology', 'counseling', 'Clinical Social Work'],
    titles: ['psychotherapist'],
    name: 'Psychotherapist',
  },
  'mental health': {
    includes: ['psychiatry', 'psychology', 'counseling', 'social work'],
    specialties: [
      'Psychiatric Nurse Practitioner',
      'Psychiatric Nursing',
      'Psychiatric Technician',
    ],
    titles: ['mental health', 'behavioral health', 'psychiatric'],
    name: 'Mental health',
  },

  // Food, community
  dietitian: {
    specialties: ['Nutrition & Dietetics', 'Nutrition'],
    titles: ['dietitian', 'nutritionist'],
    credentials: ['RD', 'RDN', 'LD', 'LDN'],
    name: 'Dietitian',
  },
  'Community Health': { credentials: ['CHW'] },
  'Health Education': { credentials: ['CHES', 'MCHES'] },
  'Lactation Consulting': { credentials: ['IBCLC', 'CLC'] },
  'Genetic Counseling': { credentials: ['CGC', 'LCGC'] },
  'Peer Support': { credentials: ['CPS', 'CPSS'] },

  // Technicians
  ems: {
    specialties: ['Emergency Medical Services', 'Paramedicine'],
    titles: ['emergency medical technician', 'paramedic'],
    credentials: ['EMT', 'EMT-B', 'EMT-P', 'AEMT', 'NRP'],
    name: 'EMT or paramedic',
  },
  'Emergency Medical Services': { credentials: ['EMT', 'EMT-B', 'AEMT'] },
  Paramedicine: { credentials: ['EMT-P', 'NRP'] },
  'radiologic technology': {
    specialties: ['Radiologic Technology'],
    titles: ['radiologic technologist', 'radiology technologist', 'radiographer'],
    credentials: ['RT(R)', 'ARRT'],
    name: 'Radiologic technologist',
  },
  'medical imaging tech': {
    specialties: ['Radiologic Technology'],
    titles: ['mri technologist', 'ct technologist', 'radiologic technologist'],
    credentials: ['RT(R)', 'RT(MR)', 'RT(CT)'],
    name: 'CT or MRI technologist',
  },
  mammography: {
    titles: ['mammographer', 'mammography'],
    credentials: ['RT(M)', 'RT(R)(M)'],
    skills: ['mammography'],
    name: 'Mammography',
  },
  'mammography tech': {
    specialties: ['Radiologic Technology'],
    titles: ['mammographer', 'mammography technologist'],
    credentials: ['RT(M)', 'RT(R)(M)'],
    name: 'Mammography technologist',
  },
  sonography: {
    specialties: ['Radiologic Technology'],
    titles: ['sonographer', 'ultrasound technologist', 'ultrasound technician'],
    credentials: ['RDMS', 'RDCS', 'RVT'],
    name: 'Sonographer',
  },
  ultrasound: { titles: ['ultrasound', 'sonographer'], skills: ['ultrasound'], name: 'Ultrasound' },
  echocardiography: {
    titles: ['echocardiographer', 'cardiac sonographer'],
    credentials: ['RDCS', 'RCS'],
    skills: ['echocardiography'],
    name: 'Echocardiography',
  },
  'echo tech': {
    specialties: ['Cardiovascular Technology'],
    titles: ['echocardiographer', 'cardiac sonographer'],
    credentials: ['RDCS', 'RCS'],
    name: 'Echocardiographer',
  },
  'laboratory technology': {
    specialties: ['Laboratory Technology'],
    titles: ['laboratory technologist', 'laboratory technician', 'laboratory scientist'],
    credentials: ['MLS(ASCP)', 'MT(ASCP)', 'MLT(ASCP)', 'MLS', 'MLT'],
    name: 'Laboratory technologist',
  },
  phlebotomy: {
    titles: ['phlebotomist'],
    credentials: ['CPT', 'PBT'],
    skills: ['phlebotomy'],
    name: 'Phlebotomy',
  },
  'Surgical Technology': { credentials: ['CST'] },
  'radiation therapy': {
    titles: ['radiation therapist'],
    credentials: ['RT(T)'],
    name: 'Radiation therapist',
  },
  'medical coder': {
    specialties: ['Health Information'],
    titles: ['medical coder', 'coding specialist', 'health information'],
    credentials: ['CPC', 'CCS', 'RHIA', 'RHIT'],
    name: 'Health information',
  },

  // Workplaces, which are joined with a profession: "ICU nurse"
  icu: {
    specialties: [
      'Critical Care Nursing',
      'Critical Care Medicine',
      'Pediatric Critical Care Medicine',
      'Trauma & Critical Care Surgery',
    ],
    titles: ['icu', 'intensive care', 'critical care', 'intensivist'],
    skills: ['icu', 'intensive care', 'critical care'],
    credentials: ['CCRN'],
    name: 'ICU',
  },
  'cardiac icu': {
    titles: ['cvicu', 'ccu', 'cardiac icu', 'coronary care', 'cardiovascular icu'],
    skills: ['cvicu', 'ccu', 'cardiac icu', 'icu'],
    specialties: ['Critical Care Nursing'],
    name: 'Cardiac ICU',
  },
  nicu: {
    specialties: ['Neonatal-Perinatal Medicine', 'Neonatal Nurse Practitioner'],
    titles: ['nicu', 'neonatal', 'neonatologist'],
    skills: ['nicu', 'neonatal care', 'neonatal intensive care'],
    name: 'NICU',
  },
  picu: {
    specialties: ['Pediatric Critical Care Medicine'],
    titles: [
      'picu',
      'pediatric intensive care',
      'pediatric intensivist',
      'pediatric critical care',
    ],
    skills: ['picu', 'pediatric intensive care'],
    name: 'Pediatric ICU',
  },
  emergency: {
    specialties: ['Emergency Medicine', 'Pediatric Emergency Medicine', 'Emergency Nursing'],
    titles: ['emergency'],
    skills: ['emergency care', 'emergency medicine', 'emergency nursing', 'emergency room'],
    credentials: ['CEN', 'TCRN'],
    name: 'Emergency',
  },
  'labor and delivery': {
    specialties: ['Nurse Midwife'],
    titles: ['labor and delivery', 'l&d', 'obstetric'],
    skills: ['labor and delivery', 'l&d', 'obstetrics'],
    credentials: ['RNC-OB'],
    name: 'Labor & delivery',
  },
  'operating room': {
    specialties: ['Surgical Technology'],
    titles: ['operating room', 'perioperative', 'surgical', 'surgery'],
    skills: ['operating room', 'perioperative', 'perioperative care', 'perioperative medicine'],
    credentials: ['CNOR', 'RNFA'],
    name: 'Operating room',
  },
  pacu: {
    titles: ['pacu', 'post anesthesia', 'recovery room'],
    skills: ['pacu', 'post anesthesia care'],
    credentials: ['CPAN', 'CAPA'],
    name: 'Recovery room',
  },
  telemetry: {
    titles: ['telemetry', 'step down', 'stepdown', 'progressive care'],
    skills: ['telemetry', 'progressive care', 'step down'],
    credentials: ['PCCN'],
    name: 'Telemetry',
  },
  'med surg': {
    titles: ['medical surgical', 'med surg', 'medsurg'],
    skills: ['medical surgical', 'med surg', 'medsurg'],
    credentials: ['CMSRN'],
    name: 'Medical-surgical',
  },
  dialysis: {
    titles: ['dialysis'],
    skills: ['dialysis', 'hemodialysis'],
    name: 'Dialysis',
  },
  'cath lab': {
    specialties: ['Interventional Cardiology', 'Cardiovascular Technology'],
    titles: ['cath lab', 'catheterization'],
    skills: ['cardiac catheterization', 'cath lab'],
    credentials: ['RCIS'],
    name: 'Cath lab',
  },
  'cardiovascular tech': {
    specialties: ['Cardiovascular Technology'],
    titles: ['cardiovascular technologist'],
  },
  'wound care': {
    titles: ['wound care', 'wound ostomy'],
    skills: ['wound care'],
    credentials: ['CWOCN', 'WCC', 'CWS', 'CWCN'],
    name: 'Wound care',
  },
  infusion: {
    titles: ['infusion', 'iv therapy'],
    skills: ['infusion', 'iv therapy', 'infusion therapy'],
    credentials: ['CRNI'],
    name: 'Infusion',
  },
  'home health': {
    specialties: ['Home Health Nursing', 'Home Health Aide'],
    titles: ['home health', 'home care', 'homecare'],
    skills: ['home health', 'home care'],
    name: 'Home health',
  },
  'long term care': {
    titles: ['long term care', 'skilled nursing', 'nursing home'],
    skills: ['long term care', 'skilled nursing'],
    name: 'Long-term care',
  },
  'urgent care': {
    titles: ['urgent care'],
    skills: ['urgent care'],
    name: 'Urgent care',
  },
  telehealth: {
    titles: ['telehealth', 'telemedicine', 'virtual care'],
    skills: ['telehealth', 'telemedicine'],
    name: 'Telehealth',
  },
  autism: {
    titles: ['autism'],
    skills: ['autism', 'applied behavior analysis'],
    name: 'Autism',
  },
  ehr: {
    titles: ['epic', 'informatics'],
    skills: ['electronic medical records', 'electronic health records', 'ehr', 'emr'],
    name: 'Electronic medical records',
  },
  'locum tenens': {
    titles: ['locum tenens', 'locum'],
    skills: ['locum tenens'],
    name: 'Locum tenens',
  },
}
