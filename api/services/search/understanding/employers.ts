/** The last words of employers' names. */
export const EMPLOYER_NOUNS: ReadonlySet<string> = new Set(
  'clinic clinics hospital hospitals healthcare health medical university college system systems center centers centre group partners associates foundation institute network memorial'.split(
    ' ',
  ),
)

/** Words that precede employers. */
export const BEFORE_EMPLOYERS: ReadonlySet<string> = new Set(['at', 'for', 'from'])

/**
 * Health systems known nationwide, recognised even when the directory has no people who work there.
 */
export const KNOWN_SYSTEMS: ReadonlySet<string> = new Set(
  `mayo clinic, cleveland clinic, kaiser, kaiser permanente, hca, hca healthcare, commonspirit, commonspirit health, ascension health, ascension healthcare, trinity health, tenet healthcare, tenet health, community health systems, universal health services, lifepoint, lifepoint health, providence health, sutter health, dignity health, adventhealth, advent health, advocate health, advocate aurora, atrium health, banner health, baylor scott and white, baylor scott white, bon secours, christus health, geisinger, intermountain, intermountain health, intermountain healthcare, johns hopkins, mass general, massachusetts general, mass general brigham, brigham and womens, mount sinai, nyu langone, new york presbyterian, newyork presbyterian, northwell, northwell health, northwestern medicine, memorial hermann, memorial sloan kettering, md anderson, mercy health, novant health, ochsner, ochsner health, orlando health, penn medicine, prisma health, sanford health, scripps health, sentara, sharp healthcare, spectrum health, ssm health, stanford health care, sutter, texas health resources, ucla health, ucsf, ucsf health, unc health, upmc, uchealth, va hospital, va medical center, veterans affairs, vanderbilt, duke health, emory healthcare, encompass health, fresenius, davita, cvs, cvs health, walgreens, optum, unitedhealth, teladoc, teamhealth, envision healthcare, aya healthcare, amn healthcare, cross country healthcare, cedars sinai, city of hope, st jude, houston methodist, inova, inova health, corewell health, henry ford health, beaumont health`.split(
    /,\s*/,
  ),
)

/** Professions that this directory does not hold; except those that are common names ("Baker"). */
export const OTHER_TRADES: ReadonlySet<string> = new Set(
  'veterinarian veterinarians veterinary vet vets lawyer lawyers attorney attorneys paralegal paralegals teacher teachers accountant accountants engineer engineers programmer programmers developer developers electrician electricians plumber plumbers mechanic mechanics welder welders trucker truckers receptionist receptionists janitor janitors cashier cashiers salesperson salespeople realtor realtors architect architects journalist journalists pilot pilots chef chefs bartender bartenders firefighter firefighters policeman recruiter recruiters economist economists geologist geologists astronaut astronauts musician musicians photographer photographers librarian librarians electricians'.split(
    ' ',
  ),
)
