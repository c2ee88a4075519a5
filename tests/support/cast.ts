import type { TestApp } from './app.ts'

/** Everybody the product tells apart, each with an account of their own. */
export const CAST = [
  'visitor',
  'free',
  'demo',
  'granted demo',
  'monthly',
  'annual',
  'enterprise',
  'admin',
] as const
export type Part = (typeof CAST)[number]

/** Environment in which the cast's administrator is one. */
export const CAST_ENV = { ADMIN_EMAILS: 'the.admin@clinidex.test' }

const TIER: Partial<Record<Part, string>> = {
  monthly: 'basic',
  annual: 'premium',
  enterprise: 'enterprise',
}

export const emailOfPart = (part: Part) => `the.${part.replace(' ', '.')}@clinidex.test`

/** Gives everybody their account, plan and grants; answers each one's session headers. */
export async function castOf(app: TestApp): Promise<Record<Part, Record<string, string>>> {
  const headers = {} as Record<Part, Record<string, string>>
  for (const part of CAST) {
    headers[part] = part === 'visitor' ? {} : await app.asUser(emailOfPart(part))
    const tier = TIER[part]
    if (tier) {
      await app.sql`
        insert into entitlements (user_id, tier, status)
        select id, ${tier}, 'active' from users where email = ${emailOfPart(part)}`
    }
  }
  await app.sql`update users set demo_account = true where email = ${emailOfPart('demo')}`
  await app.sql`
    insert into demo_grants (user_id, feature_type)
    select id, 'full_access' from users where email = ${emailOfPart('granted demo')}`
  return headers
}

export async function idOfPart(app: TestApp, part: Part): Promise<string> {
  const [user] = await app.sql<{ id: string }[]>`
    select id from users where email = ${emailOfPart(part)}`
  if (!user) throw new Error(`${part} has no account`)
  return user.id
}
