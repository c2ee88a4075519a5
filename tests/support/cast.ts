import type { TestApp } from './app.ts'

/** Every kind of user that the product distinguishes, each with an account. */
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

/** A kind of account. */
export type Part = (typeof CAST)[number]

/** The environment that makes the cast's administrator one. */
export const CAST_ENV = { ADMIN_EMAILS: 'the.admin@clinidex.test' }

const TIER: Partial<Record<Part, string>> = {
  monthly: 'basic',
  annual: 'premium',
  enterprise: 'enterprise',
}

/** The address of a part's account. */
export const emailOfPart = (part: Part) => `the.${part.replace(' ', '.')}@clinidex.test`

/** Creates the cast's accounts, plans and grants. @returns the session headers of each. */
export async function castOf(app: TestApp): Promise<Record<Part, Record<string, string>>> {
  const headers = {} as Record<Part, Record<string, string>>
  // This precedes the demo account's first session, or that would not be a guest's.
  await app.sql`
    insert into users (id, name, email, email_verified, demo_account)
    values (gen_random_uuid()::text, 'demo', ${emailOfPart('demo')}, true, true)`
  for (const part of CAST) {
    headers[part] = part === 'visitor' ? {} : await app.asUser(emailOfPart(part))
    const tier = TIER[part]
    if (tier) {
      await app.sql`
        insert into entitlements (user_id, tier, status)
        select id, ${tier}, 'active' from users where email = ${emailOfPart(part)}`
    }
  }
  await app.sql`
    insert into demo_grants (user_id, feature_type)
    select id, 'full_access' from users where email = ${emailOfPart('granted demo')}`
  return headers
}

/** The user id of a part's session; for the shared demo account that of the latest guest. */
export async function idOfPart(app: TestApp, part: Part): Promise<string> {
  const [user] = await app.sql<{ id: string }[]>`
    select coalesce(guest.id, account.id) as id
    from users account left join users guest on guest.demo_of = account.id
    where account.email = ${emailOfPart(part)}
    order by guest.created_at desc limit 1`
  if (!user) throw new Error(`${part} has no account`)
  return user.id
}
