import { defaultName } from '#api/contract/account.ts'
import { teamName } from '#db/schema/teams.ts'

/**
 * The name that teammates see; the local part of the address when the account's name cannot be
 * shown. It meets the rules of a team's name, because mails to strangers quote both.
 */
export function displayName({ name, email }: { name: string; email: string }): string {
  const shown = teamName.safeParse(name.replace(/\s+/g, ' '))
  return shown.success ? shown.data : defaultName(email)
}
