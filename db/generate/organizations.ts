import { type COMPANY_INDUSTRIES, COMPANY_REVENUES, COMPANY_SIZES } from '#db/schema/vocabulary.ts'
import { EMPLOYERS, type EmployerKind, FOUNDERS, NATURE, SAINTS } from './employers.ts'
import type { City, Region } from './places.ts'
import { Random } from './random.ts'

export interface Organization {
  name: string
  size: (typeof COMPANY_SIZES)[number]
  revenue: (typeof COMPANY_REVENUES)[number]
  industry: (typeof COMPANY_INDUSTRIES)[number]
  /** The domain is reserved for examples, so that no mail arrives. */
  domain: string
}

/** Generates employers on demand; the same seed gives the same ones in any order of calls. */
export class Organizations {
  private readonly pools = new Map<string, Organization[]>()

  constructor(
    private readonly seed: number,
    /** Full names of states and provinces by code. */
    private readonly regionNames: ReadonlyMap<string, string>,
  ) {}

  /** An employer of this kind in this city: few employ many people, and most employ few. */
  draw(random: Random, kind: EmployerKind, region: Region, city: City): Organization {
    const key = `${kind}/${region.code}/${city.name}`
    let pool = this.pools.get(key)
    if (!pool) {
      pool = this.createPool(new Random(`${this.seed}/${key}`), kind, region, city)
      this.pools.set(key, pool)
    }
    const organization = pool[Math.floor(pool.length * random.next() ** 2.2)]
    if (!organization) throw new RangeError(`no ${kind} in ${city.name}`)
    return organization
  }

  private createPool(
    random: Random,
    kind: EmployerKind,
    region: Region,
    city: City,
  ): Organization[] {
    const { names, chains, chainShare, density } = EMPLOYERS[kind]
    // Cities grow faster than their number of employers.
    const count = 1 + Math.round(density * Math.sqrt(Math.min(city.weight, 250) / 250))
    const pool = new Map<string, Organization>()
    for (let i = 0; i < count; i++) {
      const isChain = random.chance(chainShare)
      const name = isChain
        ? (chains[Math.floor(chains.length * random.next() ** 2)] ?? '')
        : this.fill(random.pick(names), random, region, city)
      pool.set(name, describe(name, kind, isChain))
    }
    return [...pool.values()].sort(
      (a, b) => COMPANY_SIZES.indexOf(b.size) - COMPANY_SIZES.indexOf(a.size),
    )
  }

  private fill(pattern: string, random: Random, region: Region, city: City): string {
    return pattern.replace(/\{(\w+)\}/g, (_, part: string) => {
      if (part === 'city') return city.name
      if (part === 'state') return this.regionNames.get(region.code) ?? region.code
      if (part === 'saint') return random.pick(SAINTS)
      return random.pick(part === 'nature' ? NATURE : FOUNDERS)
    })
  }
}

/** All fields are derived from the name, so that an organization is the same everywhere. */
function describe(name: string, kind: EmployerKind, isChain: boolean): Organization {
  const random = new Random(`${kind}/${name}`)
  const { sizes, industries } = EMPLOYERS[kind]
  const [smallest, largest] = isChain ? [4, 5] : sizes
  const size = smallest + random.below(largest - smallest + 1)
  // Revenue follows size, one band up or down.
  const revenue = Math.max(0, Math.min(5, size + random.pick([-1, 0, 0, 0, 0, 1])))
  const slug = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return {
    name,
    size: COMPANY_SIZES[size] ?? '5000+',
    revenue: COMPANY_REVENUES[revenue] ?? '$1B+',
    industry: random.pick(industries),
    domain: `${slug}.example.org`,
  }
}
