import { SAINTS } from './employers.ts'
import type { Random } from './random.ts'
import { weighted, weightedKeys } from './weighted.ts'

/** The share of people who studied near their workplace. */
const STUDIED_NEARBY = 0.6

/** Canada's schools are named after provinces in the same patterns. */
const SCHOOL_NAMES = weighted<(region: string, random: Random) => string>([
  [(region) => `University of ${region}`, 40],
  [(region) => `${region} State University`, 24],
  [(region) => `${region} College of Health Sciences`, 12],
  [(region) => `${region} Institute of Technology`, 6],
  [(_, random) => `St. ${random.pick(SAINTS)} University`, 8],
  [(region) => `Northern ${region} University`, 5],
  [(region) => `Southern ${region} University`, 5],
])

const BACHELORS = weightedKeys({ BS: 62, BA: 30, BSc: 8 })

/** The forms in which a source writes education; see `db/import/education.ts`. */
const FORMS = weighted<(schools: School[]) => string>([
  [(schools) => schools.map(labelled).join('; '), 70],
  [
    (schools) =>
      JSON.stringify(schools.map(({ name, degree }) => ({ schoolName: name, degrees: [degree] }))),
    14,
  ],
  [(schools) => schools.map(({ name, degree }) => `${name} - ${degree}`).join('; '), 14],
  [(schools) => `Studied at ${schools.map(({ name }) => name).join(' and ')}`, 2],
])

interface School {
  name: string
  degree: string
}

function labelled({ name, degree }: School): string {
  return `schoolName: ${name}, degrees: [${degree}]`
}

/**
 * A person's education in a source's form, sometimes with a school missing.
 * @param regionName of the state or province where the person works
 */
export function drawEducation(
  random: Random,
  {
    degrees,
    regionName,
    regionNames,
  }: { degrees: () => string; regionName: string; regionNames: readonly string[] },
): string {
  const schools: School[] = []
  if (random.chance(0.45))
    schools.push({ name: drawSchool(random, regionName, regionNames), degree: BACHELORS(random) })
  schools.push({ name: drawSchool(random, regionName, regionNames), degree: degrees() })
  if (random.chance(0.01)) schools.push({ name: random.pick(['', 'null']), degree: degrees() })
  return FORMS(random)(schools)
}

function drawSchool(random: Random, regionName: string, regionNames: readonly string[]): string {
  const region = random.chance(STUDIED_NEARBY) ? regionName : random.pick(regionNames)
  return SCHOOL_NAMES(random)(region, random)
}
