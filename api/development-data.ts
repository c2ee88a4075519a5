import type { Sql } from '#db/client.ts'
import { seedAccounts } from '#db/generate/seed-accounts.ts'
import { seedCrowd } from '#db/generate/seed-crowd.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { seedFigures } from '#db/generate/seed-figures.ts'
import { seedImports } from '#db/generate/seed-imports.ts'
import { seedIntake } from '#db/generate/seed-intake.ts'
import { seedOperations } from '#db/generate/seed-operations.ts'
import { seedTeam } from '#db/generate/seed-team.ts'
import type { Parts } from './context.ts'
import type { Env } from './env.ts'
import type { Progress } from './server.ts'

/** The seed of the first directory, which is the same on every machine. */
const FIRST_SEED = 1

/**
 * The data that a development server starts with: invented people, accounts with a known password,
 * and their work. With `SEED_PEOPLE=0` it adds only the accounts.
 */
export class DevelopmentData {
  private isFirstStart = false

  constructor(private readonly env: Env) {}

  /** Fills an empty directory. */
  async addPeople(sql: Sql, { onStep, onProgress }: Progress): Promise<void> {
    const { SEED_PEOPLE: people } = this.env
    if (people === 0) return
    const [someone] = await sql`select 1 from candidates limit 1`
    if (someone) return
    this.isFirstStart = true
    onStep(`Making up a directory of ${people.toLocaleString('en')} people …`)
    await seedDirectory(sql, { people, seed: FIRST_SEED, onProgress })
    await seedIntake(sql)
    await seedCrowd(sql)
  }

  /** Adds the accounts and, if the directory was generated here, what they did with its people. */
  async addAccounts({ sql, auth }: Parts): Promise<void> {
    const { ADMIN_EMAILS, DEV_PASSWORD, SEED_PEOPLE } = this.env
    const { password } = await auth.$context
    await seedAccounts(sql, { passwordHash: await password.hash(DEV_PASSWORD) })
    if (this.isFirstStart) {
      await seedOperations(sql)
      await seedTeam(sql)
    }
    const [by = ''] = ADMIN_EMAILS
    if (SEED_PEOPLE > 0) await seedImports(sql, { by, now: new Date() })
  }

  /** Adds the figures of past days; the plans must exist. */
  async addFigures(sql: Sql): Promise<void> {
    if (this.env.SEED_PEOPLE > 0) await seedFigures(sql)
  }
}
