import { defaultName } from '#api/contract/account.ts'
import { teamName } from '#db/schema/teams.ts'

/**
 * The name that teammates see; the local part of the address where the account's cannot be shown.
 * Held to what holds for a team's name, for mails to strangers quote both.
 */
export function displayName({ name, email }: { name: string; email: string }): string {
  const shown = teamName.safeParse(name.replace(/\s+/g, ' '))
  return shown.success ? shown.data : defaultName(email)
}
