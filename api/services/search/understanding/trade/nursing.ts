import type { TradeRow } from './row.ts'

/** Names of nurses, advanced practice, physician assistants, and the units they work in. */
export const NURSING: readonly TradeRow[] = [
  [
    'nurse',
    'form',
    'nurse, nursing, nursing staff, staff nurse, floor nurse, bedside nurse, licensed nurse',
  ],
  [
    'Registered Nurse',
    'license',
    'rn, r n, registered nurse, rn bsn, bsn rn, registered professional nurse, rn staff nurse, rn nurse, registered nursing',
  ],
  ['BSN', 'license', 'bsn, bachelor of science in nursing'],
  ['MSN', 'license', 'msn, master of science in nursing'],
  ['DNP', 'license', 'dnp, doctor of nursing practice, dnap'],
  ['CCRN', 'license', 'ccrn'],
  ['PhD', 'license', 'phd, doctor of philosophy, dphil'],
  [
    'practical nurse',
    'license',
    'lpn, lvn, l p n, l v n, lpn lvn, rpn, licensed practical vocational nurse',
  ],
  [
    'practical nurse',
    'soc',
    'practical nurse, vocational nurse, licensed practical nurse, licensed vocational nurse, registered practical nurse',
  ],
  [
    'nurse practitioner',
    'license',
    'np, n p, np c, arnp, crnp, cnp, apnp, nurse practitioner, certified nurse practitioner, advanced registered nurse practitioner',
  ],
  ['nurse practitioner', 'form', 'nurse pract, nurse prac, nurse practicioner'],
  [
    'Family Nurse Practitioner',
    'license',
    'fnp, fnp c, fnp bc, cfnp, family np, family nurse practitioner, fnpc, fnpbc',
  ],
  [
    'Psychiatric Nurse Practitioner',
    'license',
    'pmhnp, pmhnp bc, psych np, psychiatric np, psych nurse practitioner, mental health nurse practitioner, psychiatric mental health nurse practitioner, psychiatric nurse practitioner, behavioral health nurse practitioner, mental health np, pmhnpbc',
  ],
  [
    'Acute Care Nurse Practitioner',
    'license',
    'acnp, acnp bc, agacnp, agacnp bc, acute care np, critical care np, icu np, icu nurse practitioner, critical care nurse practitioner, adult gerontology acute care nurse practitioner, hospitalist np, acute care nurse practitioner',
  ],
  [
    'Adult Health Nurse Practitioner',
    'license',
    'anp, anp c, anp bc, agnp, agnp c, agpcnp, agpcnp bc, adult np, adult nurse practitioner, adult gerontology nurse practitioner, adult gero np, adult gerontology np',
  ],
  [
    'Gerontology Nurse Practitioner',
    'license',
    'gnp, gnp bc, geriatric np, geriatric nurse practitioner, gerontology np, gero np',
  ],
  [
    'Neonatal Nurse Practitioner',
    'license',
    'nnp, nnp bc, neonatal np, nicu np, nicu nurse practitioner',
  ],
  [
    'Pediatric Nurse Practitioner',
    'license',
    'pnp, pnp bc, pnp pc, cpnp, cpnp pc, cpnp ac, peds np, pediatric np, peds nurse practitioner, pnp ac',
  ],
  ['Primary Care Nurse Practitioner', 'nucc', 'primary care np, primary care nurse practitioner'],
  [
    "Women's Health Nurse Practitioner",
    'license',
    'whnp, whnp bc, womens health np, ob gyn np, obgyn nurse practitioner, ob gyn nurse practitioner, womens health nurse practitioner, women health np',
  ],
  [
    'advanced practice nurse',
    'license',
    'aprn, aprn bc, apn, advanced practice nurse, advanced practice registered nurse, advance practice nurse',
  ],
  [
    'advanced practice provider',
    'recruiting',
    'app, apps, advanced practice provider, advanced practice clinician, apc, midlevel, mid level, mid level provider, midlevel provider, np or pa, non physician practitioner, physician extender, nurse practitioner physician assistant',
  ],
  [
    'Nurse Anesthetist',
    'license',
    'crna, crnas, certified registered nurse anesthetist, nurse anesthetist, nurse anesthesia, srna, nurse anaesthetist, nurse anesthesiologist',
  ],
  ['anesthetist', 'form', 'anesthetist'],
  ['Nurse Midwife', 'license', 'cnm, certified nurse midwife, nurse midwife'],
  [
    'midwife',
    'form',
    'midwife, midwifery, cpm, certified professional midwife, direct entry midwife',
  ],
  ['Clinical Nurse Specialist', 'license', 'cns, clinical nurse specialist, acns bc, aprn cns'],
  [
    'Nursing Assistant',
    'license',
    'cna, c n a, stna, certified nursing assistant, nursing assistant, nurse assistant, nurse aide, nurses aide, certified nurse aide, gna, certified nurse assistant, patient care technician, patient care tech, pct, pca tech, nursing aide, orderly',
  ],
  ['Home Health Aide', 'license', 'hha, home health aide, home care aide, home aide'],
  [
    'caregiver',
    'lay',
    'caregiver, care giver, carer, personal care aide, personal care assistant, pca, companion care, elder care, direct support professional, dsp, direct care worker',
  ],
  ['Personal Care', 'soc', 'personal attendant, personal care attendant'],
  [
    'Psychiatric Nursing',
    'recruiting',
    'psych nurse, psych rn, psychiatric nurse, mental health nurse, behavioral health nurse, psychiatric rn, behavioral health rn, mental health rn, psych registered nurse, psychiatric mental health nurse, bh rn',
  ],
  ['Emergency Nursing', 'recruiting', 'flight nurse, trauma nurse'],
  ['Critical Care Nursing', 'nucc', 'critical care registered nurse'],
  ['School Nursing', 'recruiting', 'school rn, school nurse'],
  [
    'Case Management Nursing',
    'recruiting',
    'nurse case manager, rn case manager, case management nurse, nurse care manager, case management rn, utilization review nurse, ur nurse, rn care manager',
  ],
  [
    'Home Health Nursing',
    'recruiting',
    'home health nurse, home health rn, visiting nurse, home care nurse, home care rn, private duty nurse',
  ],
  ['case manager', 'recruiting', 'case manager, case management, care manager, care coordinator'],
  [
    'director of nursing',
    'recruiting',
    'don, adon, nursing director, nurse director, director of nurses, director of nursing services, director of nursing, dns',
  ],
  [
    'chief nursing officer',
    'recruiting',
    'cno, chief nurse, chief nursing executive, chief nursing officer, cne',
  ],
  [
    'administrator',
    'recruiting',
    'administrator, hospital administrator, healthcare administrator, health administrator, clinic administrator, nursing home administrator, practice administrator, health services administrator, nha, lnha, ceo, chief executive officer, hospital ceo, hospital executive',
  ],
  [
    'practice manager',
    'recruiting',
    'practice manager, clinic manager, medical practice manager, medical office manager, office manager',
  ],
  [
    'occupational health nurse',
    'nucc',
    'occupational health nurse, occupational health rn, occupational nurse, employee health nurse, employee health rn, occ health nurse',
  ],
  [
    'crisis care',
    'recruiting',
    'crisis, mobile crisis, crisis intervention, crisis stabilization, crisis response, mobile crisis team, crisis team',
  ],
  [
    'nurse manager',
    'recruiting',
    'nurse manager, nursing manager, unit manager, head nurse, rn manager, nurse supervisor, nursing supervisor, house supervisor',
  ],
  ['charge nurse', 'recruiting', 'charge nurse, charge rn, rn charge'],
  [
    'nurse educator',
    'recruiting',
    'nurse educator, nursing educator, clinical nurse educator, nursing instructor',
  ],
  [
    'travel nurse',
    'recruiting',
    'travel nurse, traveling nurse, travel rn, travel nursing, travelling nurse',
  ],
  [
    'physician assistant',
    'license',
    'pa, pa c, p a, pac, rpa, rpa c, certified physician assistant, mpas',
  ],
  [
    'physician assistant',
    'form',
    'physician assistant, physicians assistant, physician associate, doctors assistant, phys asst, physician asst',
  ],
  [
    'Surgical Physician Assistant',
    'nucc',
    'surgical pa, surgery pa, surgical first assist, surgical physician assistant, first assist pa',
  ],
  [
    'Anesthesiologist Assistant',
    'license',
    'caa, anesthesia assistant, certified anesthesiologist assistant, anesthesiology assistant',
  ],
  [
    'medical assistant',
    'license',
    'ma, cma, rma, ccma, certified medical assistant, registered medical assistant',
  ],
  [
    'medical assistant',
    'soc',
    'medical assistant, med assistant, clinical assistant, medical asst, doctors office assistant',
  ],
  [
    'icu',
    'clinical',
    'icu, intensive care, intensive care unit, critical care, crit care, micu, sicu, msicu, neuro icu, nsicu, medical icu, surgical icu, ticu, trauma icu, critical care unit',
  ],
  [
    'cardiac icu',
    'clinical',
    'cvicu, ccu, cicu, cardiac icu, csicu, cardiovascular icu, cticu, coronary care, cardiac intensive care, cardiovascular intensive care, coronary care unit',
  ],
  [
    'nicu',
    'clinical',
    'nicu, neonatal icu, neonatal intensive care, neonatal intensive care unit, special care nursery, nursery, newborn, neonatal, newborn intensive care',
  ],
  [
    'picu',
    'clinical',
    'picu, pediatric icu, pediatric intensive care, peds icu, pediatric intensive care unit',
  ],
  [
    'emergency',
    'clinical',
    'er, ed, emergency, emergency room, emergency department, emergency dept, a e, trauma, emergency services',
  ],
  [
    'labor and delivery',
    'clinical',
    'l d, labor delivery, ldrp, labor deliver, mother baby, postpartum, antepartum, maternity, obstetric nurse unit, labor unit, mom baby, birthing center',
  ],
  [
    'operating room',
    'clinical',
    'or, operating room, operating theatre, periop, perioperative, or circulator, circulating nurse, surgical services, theatre, circulator, operating theater, rnfa, cnor',
  ],
  [
    'pacu',
    'clinical',
    'pacu, recovery room, post anesthesia care, post anesthesia care unit, post anesthesia, preop pacu, pre op pacu',
  ],
  [
    'telemetry',
    'clinical',
    'tele, telemetry, step down, stepdown, pcu, progressive care, progressive care unit, imcu, step down unit, intermediate care unit, tele unit',
  ],
  [
    'med surg',
    'clinical',
    'med surg, medsurg, medical surgical, m s unit, ms tele, med surg tele, medical surgery, acute care floor',
  ],
  [
    'dialysis',
    'clinical',
    'dialysis, hemodialysis, hd unit, acute dialysis, peritoneal dialysis, chronic dialysis',
  ],
  [
    'cath lab',
    'clinical',
    'cath lab, cardiac cath, cardiac catheterization, cardiac cath lab, cathlab, catheterization lab, ep lab',
  ],
  [
    'wound care',
    'clinical',
    'wound care, wocn, wound ostomy, wound ostomy continence, wound, wound specialist, wcc, wound healing',
  ],
  [
    'infusion',
    'clinical',
    'infusion, iv therapy, infusion therapy, iv infusion, chemo infusion, picc',
  ],
  [
    'home health',
    'recruiting',
    'home health, home care, homecare, home healthcare, home health care',
  ],
  [
    'long term care',
    'recruiting',
    'long term care, ltc, snf, skilled nursing facility, nursing home, skilled nursing, ltac, ltach, assisted living, memory care, nursing facility, post acute',
  ],
  [
    'urgent care',
    'recruiting',
    'urgent care, walk in clinic, immediate care, convenient care, retail clinic',
  ],
  [
    'telehealth',
    'recruiting',
    'telehealth, telemedicine, virtual care, remote care, telemed, virtual health',
  ],
  [
    'mental health',
    'recruiting',
    'mental health, behavioral health, psych unit, mental health professional, behavioral health professional, mental health provider, mental health clinician, mental health worker, behavioral health clinician, mental health specialist',
  ],
  ['ehr', 'recruiting', 'emr, ehr, electronic medical record, electronic health record'],
  ['locum tenens', 'recruiting', 'locum, locum tenens, locums'],
]
