import type { TradeRow } from './row.ts'

/** Names of therapy, mind and behavior, teeth, eyes, feet, pharmacy, food, laboratory and imaging. */
export const ALLIED: readonly TradeRow[] = [
  ['physical therapy', 'license', 'pt, dpt, p t, mpt, rpt, doctor of physical therapy, pt dpt'],
  [
    'physical therapy',
    'form',
    'physical therapy, physical therapist, physio, physiotherapy, physiotherapist, phys therapy, licensed physical therapist',
  ],
  [
    'physical therapy',
    'recruiting',
    'outpatient pt, home health pt, inpatient pt, pediatric pt, sports physical therapy',
  ],
  [
    'Orthopedic Physical Therapy',
    'recruiting',
    'ortho pt, orthopedic pt, ortho physical therapy, orthopaedic physical therapy',
  ],
  [
    'Physical Therapist Assistant',
    'license',
    'pta, physical therapy assistant, lpta, physio assistant, pt assistant, licensed physical therapist assistant',
  ],
  [
    'Occupational Therapy',
    'license',
    'ot, otr, otr l, otd, o t, registered occupational therapist, occupational therapist registered, mot',
  ],
  [
    'Occupational Therapy',
    'recruiting',
    'hand therapy, certified hand therapist, cht, occ therapy, occupational therapy, home health ot, pediatric ot, peds ot',
  ],
  [
    'Occupational Therapy Assistant',
    'license',
    'cota, cota l, ota, certified occupational therapy assistant, occupational therapist assistant, occupational therapy aide, ot assistant',
  ],
  [
    'Speech-Language Pathology',
    'license',
    'slp, ccc slp, slp ccc, cccslp, speech pathology, speech language, speech, speech language pathology, slp cf, clinical fellow slp',
  ],
  [
    'Speech-Language Pathology',
    'lay',
    'speech therapy, speech therapist, speech teacher, speech doctor, speech language therapy, swallowing therapist, stuttering therapist',
  ],
  [
    'Speech-Language Assistant',
    'license',
    'slpa, speech therapy assistant, speech language pathology assistant, speech assistant',
  ],
  [
    'Respiratory Therapy',
    'license',
    'rrt, crt, registered respiratory therapist, certified respiratory therapist, rt respiratory, rcp, respiratory care practitioner',
  ],
  [
    'Respiratory Therapy',
    'recruiting',
    'respiratory, respiratory therapist, respiratory care, resp therapy, pulmonary function tech, rt',
  ],
  [
    'Athletic Training',
    'license',
    'atc, athletic trainer, certified athletic trainer, sports trainer, lat atc',
  ],
  [
    'Massage Therapy',
    'license',
    'lmt, massage, masseuse, masseur, licensed massage therapist, bodywork, rmt, registered massage therapist',
  ],
  [
    'Recreation Therapy',
    'license',
    'ctrs, recreational therapy, recreational therapist, therapeutic recreation, rec therapy, activity therapist',
  ],
  ['Music Therapy', 'license', 'mt bc, music therapist'],
  ['Art Therapy', 'license', 'atr, atr bc, art therapist'],
  [
    'rehabilitation',
    'recruiting',
    'rehab, rehabilitation, physical rehabilitation, rehab services',
  ],
  [
    'rehab therapist',
    'recruiting',
    'pt ot, pt ot slp, therapy professional, rehab therapist, pt ot st, rehabilitation therapist',
  ],
  [
    'Rehabilitation Counseling',
    'license',
    'crc, vocational rehabilitation counselor, rehab counselor',
  ],
  [
    'Developmental Therapy',
    'recruiting',
    'early intervention specialist, developmental specialist, early interventionist',
  ],
  [
    'Orthotics & Prosthetics',
    'license',
    'cpo, orthotist, prosthetist, o p practitioner, prosthetics, orthotics, pedorthist, orthotist prosthetist, prosthetist orthotist',
  ],
  ['Audiology', 'license', 'aud, ccc a, doctor of audiology, audiologist'],
  ['Audiology', 'lay', 'hearing doctor, hearing specialist, hearing test, hearing'],
  [
    'Hearing Aid Fitting',
    'lay',
    'hearing aid specialist, hearing aid dispenser, hearing instrument specialist, hearing aid fitter, hearing aid',
  ],
  [
    'Acupuncture',
    'license',
    'lac, l ac, licensed acupuncturist, dom, acupuncture, oriental medicine, doctor of oriental medicine, traditional chinese medicine, chinese medicine, tcm',
  ],
  [
    'Naturopathy',
    'license',
    'nd, nmd, naturopathic doctor, naturopathic physician, naturopathy, doctor of naturopathy, natural medicine, naturopathic medicine',
  ],
  ['Homeopathy', 'form', 'homeopathy, homeopathic medicine, homeopathic doctor'],
  ['Chiropractic', 'license', 'dc, doctor of chiropractic, chiropractic'],
  [
    'Chiropractic',
    'lay',
    'chiro, back doctor, spine doctor, chiropractic doctor, chiropractic physician, bonesetter',
  ],

  [
    'psychology',
    'form',
    'psychology, psychologist, licensed psychologist, psychological services, doctor of psychology, lp psychologist, phd psychologist',
  ],
  ['PsyD', 'license', 'psyd, psy d'],
  [
    'Clinical Psychology',
    'recruiting',
    'clinical psych, clinical psychologist, phd clinical psychology, health psychology',
  ],
  [
    'Clinical Neuropsychology',
    'clinical',
    'neuropsych, neuropsychology, clinical neuropsychology, neuropsychologist',
  ],
  [
    'School Psychology',
    'license',
    'ncsp, school psych, educational psychology, school psychologist',
  ],
  ['Psychoanalysis', 'form', 'psychoanalysis, psychoanalyst, analyst psychology'],
  [
    'psychotherapist',
    'lay',
    'psychotherapist, psychotherapy, talk therapist, therapist, mental health therapist, licensed therapist, behavioral health therapist, talk therapy, therapy',
  ],
  ['counseling', 'form', 'counselor, counseling, counsellor, licensed counselor'],
  [
    'licensed counselor',
    'license',
    'lpcc, lcpc, lcmhc, lpc lmhc, licensed clinical professional counselor',
  ],
  ['LPC', 'license', 'lpc, licensed professional counselor, lpc s, professional counselor'],
  [
    'Mental Health Counseling',
    'license',
    'lmhc, mental health counselor, licensed mental health counselor, mhc, behavioral health counselor, mental health counseling',
  ],
  [
    'Addiction Counseling',
    'license',
    'ladc, cadc, lcadc, lcdc, caadc, addiction counselor, substance abuse counselor, drug counselor, alcohol counselor, substance use counselor, chemical dependency counselor, drug alcohol counselor, sud counselor, recovery counselor, addiction therapist',
  ],
  [
    'Marriage & Family Therapy',
    'license',
    'lmft, mft, marriage therapist, family therapist, couples therapist, marriage counselor, licensed marriage family therapist, couples counselor, marriage family therapist, marriage family counselor, amft, relationship counselor, family counselor',
  ],
  ['School Counseling', 'lay', 'guidance counselor, school counselor'],
  ['Pastoral Counseling', 'lay', 'chaplain, pastoral counselor, pastoral care'],
  [
    'social work',
    'form',
    'social work, social worker, medical social worker, sw, hospital social worker',
  ],
  [
    'Clinical Social Work',
    'license',
    'lcsw, l c s w, licsw, lisw, lcsw r, clinical social worker, licensed clinical social worker, licensed independent clinical social worker, lcsw therapist, lcsw c',
  ],
  ['LMSW', 'license', 'lmsw, licensed master social worker'],
  ['MSW', 'license', 'msw, master of social work'],
  ['LSW', 'license', 'lsw, lbsw, licensed social worker'],
  [
    'Behavior Analysis',
    'license',
    'bcba, bcba d, board certified behavior analyst, lba, behavior analyst, behavioral analyst, behavior analysis, licensed behavior analyst, behavioral analysis',
  ],
  [
    'Behavior Analysis Assistant',
    'license',
    'bcaba, assistant behavior analyst, board certified assistant behavior analyst',
  ],
  [
    'Behavior Technician',
    'license',
    'rbt, registered behavior technician, aba tech, behavior tech, behavioral technician, aba therapist, behavior therapist, aba technician, behavioral therapist, autism therapist',
  ],
  ['aba', 'recruiting', 'aba, applied behavior analysis, applied behavioral analysis'],
  ['autism', 'recruiting', 'autism, asd, autism specialist, autism spectrum'],
  [
    'Psychiatric Technician',
    'soc',
    'psych tech, mental health technician, mental health tech, mht, behavioral health tech, psychiatric aide, bht',
  ],

  [
    'dentistry',
    'form',
    'dentist, dentistry, dental, general dentist, dental surgeon, doctor of dental surgery, dds dmd, dds or dmd, family dentist, cosmetic dentist',
  ],
  ['dentistry', 'lay', 'tooth doctor, teeth doctor, dental doctor, dental provider'],
  ['DDS', 'license', 'dds, d d s'],
  ['DMD', 'license', 'dmd, d m d, doctor of dental medicine'],
  [
    'Orthodontics',
    'lay',
    'braces doctor, ortho dentist, braces, orthodontist, dentofacial orthopedics, orthodontics dentofacial orthopedics, invisalign',
  ],
  [
    'Endodontics',
    'lay',
    'root canal specialist, root canal dentist, root canal doctor, root canal, endodontist',
  ],
  [
    'Periodontics',
    'lay',
    'gum doctor, gum specialist, perio, periodontist, gum dentist, periodontology',
  ],
  ['Prosthodontics', 'lay', 'denture specialist, pros dentist, prosthodontist, denture dentist'],
  [
    'Pediatric Dentistry',
    'lay',
    'pedodontist, kids dentist, child dentist, pedo dentist, peds dentist, childrens dentist, pediatric dentist, pedodontics, pediatric dental',
  ],
  [
    'Oral & Maxillofacial Surgery',
    'clinical',
    'omfs, oms, oral surgery, oral surgeon, maxillofacial surgery, jaw surgery, oral maxillofacial surgery, oral maxillofacial surgeon, wisdom teeth dentist, wisdom tooth doctor',
  ],
  [
    'Dental Hygiene',
    'license',
    'rdh, dental hygienist, hygienist, registered dental hygienist, oral hygienist, dental hygiene',
  ],
  [
    'Dental Assistant',
    'license',
    'cda, dental asst, rda, edda, dental assistant, certified dental assistant, registered dental assistant, dental assisting',
  ],
  ['Denturist', 'form', 'denturist, denture maker'],
  ['Optometry', 'license', 'od, o d, doctor of optometry, optometric physician, optometry'],
  [
    'Optometry',
    'lay',
    'eye exam doctor, glasses doctor, contact lens doctor, optometric doctor, vision therapist',
  ],
  [
    'Optician',
    'license',
    'aboc, dispensing optician, eyeglass fitter, licensed optician, ldo, optical dispenser',
  ],
  [
    'Podiatry',
    'license',
    'dpm, d p m, doctor of podiatric medicine, podiatric medicine, podiatric surgery, podiatry, podiatric physician',
  ],
  [
    'Podiatry',
    'lay',
    'foot doctor, foot surgeon, foot specialist, ankle doctor, chiropodist, foot ankle doctor, feet doctor, podiatric doctor, foot ankle specialist, bunion doctor, pod, foot surgery',
  ],

  [
    'pharmacy',
    'license',
    'pharmd, rph, pharm d, r ph, doctor of pharmacy, registered pharmacist, licensed pharmacist',
  ],
  [
    'pharmacy',
    'lay',
    'pharmacist, pharmacy, druggist, chemist pharmacy, staff pharmacist, retail pharmacist, hospital pharmacist, community pharmacist, apothecary',
  ],
  [
    'Clinical Pharmacy',
    'license',
    'bcps, clinical pharmacist, clin pharm, oncology pharmacist, ambulatory care pharmacist, clinical pharmacy specialist',
  ],
  [
    'Pharmacy Technician',
    'license',
    'cpht, pharm tech, pharmacy tech, pharmacy technician, certified pharmacy technician, pharmacy assistant, rx tech',
  ],

  [
    'dietitian',
    'license',
    'rd, rdn, ldn, registered dietitian, registered dietitian nutritionist, rd ld, rdn ld, licensed dietitian, rd rdn',
  ],
  [
    'dietitian',
    'lay',
    'dietitian, nutritionist, diet doctor, nutrition specialist, dietetics, nutrition, diet, nutrition counselor, nutrition dietetics, clinical dietitian, food nutrition',
  ],
  [
    'Health Education',
    'license',
    'ches, mches, health educator, diabetes educator, cde, cdces, patient educator, certified diabetes educator, health coach',
  ],
  [
    'Community Health',
    'license',
    'chw, community health worker, promotora, community outreach worker, patient navigator',
  ],
  [
    'Lactation Consulting',
    'license',
    'ibclc, clc, lactation, breastfeeding specialist, lactation consultant, breastfeeding consultant, lactation specialist, lactation counselor',
  ],
  ['Doula', 'lay', 'doula, birth coach, birth assistant, labor coach, birth doula'],
  [
    'Genetic Counseling',
    'license',
    'cgc, lcgc, genetic counselor, genetics counselor, genetic counseling',
  ],
  [
    'Peer Support',
    'license',
    'cpss, peer support specialist, recovery coach, peer recovery specialist, peer counselor, peer specialist',
  ],
  [
    'Interpretation',
    'lay',
    'medical interpreter, interpreter, translator, sign language interpreter, medical translator, asl interpreter',
  ],

  [
    'ems',
    'recruiting',
    'ems, emt paramedic, emt p, ambulance, ambulance crew, first responder, emergency medical services, prehospital, emergency medical responder',
  ],
  [
    'Emergency Medical Services',
    'license',
    'emt, emt b, aemt, emergency medical technician, emt basic, advanced emt, ambulance technician',
  ],
  [
    'Paramedicine',
    'license',
    'nrp, paramedic, flight paramedic, community paramedic, critical care paramedic, medic',
  ],
  [
    'radiologic technology',
    'license',
    'rt r, arrt, registered radiologic technologist, r t r, rad tech, radiologic tech, radiology tech, radiography, x ray tech, xray tech, xray technologist, radiology technologist, radiographer, radiological technologist, x ray technician, imaging tech, diagnostic imaging tech, r t, rt radiology',
  ],
  [
    'medical imaging tech',
    'recruiting',
    'ct tech, mri tech, mr tech, cat scan tech, ct technologist, mri technologist, ct mri tech, mri ct tech, ct scan tech',
  ],
  ['mammography', 'clinical', 'mammo, mammography'],
  [
    'mammography tech',
    'recruiting',
    'mammo tech, mammography tech, mammographer, mammogram tech, breast imaging tech',
  ],
  ['ultrasound', 'clinical', 'ultrasound'],
  [
    'sonography',
    'license',
    'rdms, sonographer, ultrasound tech, sono, sono tech, us tech, diagnostic medical sonographer, ultrasonographer, diagnostic medical sonography, dms tech, vascular sonographer, vascular tech',
  ],
  ['echocardiography', 'clinical', 'echo, echocardiography, echocardiogram'],
  [
    'echo tech',
    'license',
    'rdcs, echo tech, cardiac sonographer, echocardiographer, echocardiogram tech, echocardiography tech, cardiac ultrasound tech',
  ],
  [
    'laboratory technology',
    'license',
    'mls, mlt, mt, mt ascp, mls ascp, med tech, medical technologist, med lab tech, medical lab scientist, lab tech, laboratory technician, clinical lab scientist, cls, laboratory scientist, medical laboratory technician, medical laboratory technologist, lab technologist, histotech, cytotech, medical laboratory scientist, histotechnologist, lab scientist, lab assistant, microbiology tech, clinical laboratory scientist, histology tech, laboratory',
  ],
  [
    'phlebotomy',
    'license',
    'phleb, phlebotomist, blood draw tech, phlebotomy, phlebotomy tech, blood draw',
  ],
  [
    'Surgical Technology',
    'license',
    'cst, scrub tech, surg tech, surgical tech, surgical technologist, or tech, or technician, operating room tech, or scrub tech, scrub nurse tech, certified surgical technologist, cvor tech, cfa, surgical first assistant, or surgical tech, operating room technician',
  ],
  [
    'cardiovascular tech',
    'license',
    'rcis, cvt, cardiovascular tech, ekg tech, ecg tech, monitor tech, cath lab tech, cardiac tech, telemetry tech, ekg technician, perfusionist, ccp, stress test tech, cardiology tech',
  ],
  [
    'radiation therapy',
    'license',
    'rtt, radiation therapist, rad therapist, radiation therapy, rt t, dosimetrist, medical dosimetrist',
  ],
  [
    'medical coder',
    'license',
    'rhia, rhit, cpc, ccs, medical coder, medical coding, coding, health information management, him, medical records, billing coding, medical biller coder, coder, health information technician, medical records technician',
  ],
  [
    'Health Technician',
    'soc',
    'health tech, eeg tech, sleep tech, polysomnographer, ophthalmic tech, renal tech, dialysis tech, polysomnography tech, endoscopy tech, sterile processing tech, spd tech, sterile processing, neurodiagnostic tech, rpsgt, anesthesia tech, hemodialysis tech',
  ],
  [
    'Driver & Transport',
    'soc',
    'medical transport, patient transporter, transporter, medical driver, ambulette driver, nonemergency medical transport, medical transport driver',
  ],
  ['Homemaker Services', 'soc', 'homemaker, home helper, housekeeper aide'],
]
