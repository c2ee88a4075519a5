import { type Profession, professionOf } from '#db/import/specialties.ts'
import specialtyByState from './data/specialty-by-state.json' with { type: 'json' }
import type { EmployerKind } from './employers.ts'
import { drawCanadianRegion, type Region, usRegions } from './places.ts'
import { skillsOf, TRAITS, type Traits } from './professions.ts'
import type { Random } from './random.ts'
import { type Draw, weighted, weightedKeys } from './weighted.ts'

const CANADIAN_SHARE = 0.06

/** Everything about a specialty that does not depend on the person. */
export interface Role {
  profession: Profession
  traits: Traits
  drawEmployer: Draw<EmployerKind>
  drawCredential: Draw<string>
  drawDegree: Draw<string>
  skills: readonly string[]
}

const roles = new Map<string, Role>(
  Object.keys(specialtyByState.weights).map((specialty) => [specialty, roleOf(specialty)]),
)

function roleOf(specialty: string): Role {
  const profession = professionOf(specialty)
  if (!profession) throw new Error(`specialty-by-state.json: unknown specialty ${specialty}`)
  const traits = TRAITS[profession.group]
  return {
    profession,
    traits,
    drawEmployer: weightedKeys(traits.employers),
    drawCredential: weightedKeys(traits.credentials),
    drawDegree: weightedKeys(traits.degrees),
    skills: skillsOf(specialty, traits),
  }
}

/** Draws state and specialty together: each state has its own mix of specialties. */
const drawUsPlaceAndRole = weighted<{ region: Region; role: Role }>(
  [...roles].flatMap(([specialty, role]) =>
    specialtyByState.states.map(
      (state, index) =>
        [{ region: requireRegion(state), role }, weightOf(specialty, index)] as const,
    ),
  ),
)

function weightOf(specialty: string, stateIndex: number): number {
  const weights: Record<string, number[]> = specialtyByState.weights
  return weights[specialty]?.[stateIndex] ?? 0
}

function requireRegion(code: string): Region {
  const region = usRegions.get(code)
  if (!region) throw new Error(`specialty-by-state.json: unknown state ${code}`)
  return region
}

/** There are no such figures for Canada: each province uses those of a similar state. */
const PROVINCE_LIKE: Record<string, string> = {
  ON: 'NY',
  QC: 'MA',
  BC: 'WA',
  AB: 'CO',
  MB: 'MN',
  SK: 'ND',
  NS: 'ME',
  NB: 'NH',
  NL: 'WV',
  PE: 'VT',
  NT: 'AK',
  YT: 'AK',
  NU: 'AK',
}

const drawRoleByState = new Map(
  Object.values(PROVINCE_LIKE).map((state) => {
    const index = specialtyByState.states.indexOf(state)
    return [
      state,
      weighted([...roles].map(([name, role]) => [role, weightOf(name, index)] as const)),
    ]
  }),
)

/** A person's place and role; about 6 % are in Canada. */
export function drawPlaceAndRole(random: Random): { region: Region; role: Role } {
  if (!random.chance(CANADIAN_SHARE)) return drawUsPlaceAndRole(random)
  const region = drawCanadianRegion(random)
  const drawRole = drawRoleByState.get(PROVINCE_LIKE[region.code] ?? 'NY')
  return drawRole ? { region, role: drawRole(random) } : drawUsPlaceAndRole(random)
}
