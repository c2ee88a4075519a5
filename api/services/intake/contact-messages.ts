import type { Parts } from '#api/context.ts'
import type { ContactMessage } from '#api/contract/contact-messages.ts'
import { contactMessageMail } from '#api/services/mail/intake-messages.ts'
import type { Queryable } from '#db/client.ts'
import type { ContactMessageRow } from '#db/schema/contact-messages.ts'

/** Stores a message for the operators, to be mailed later. */
export async function storeContactMessage(sql: Queryable, message: ContactMessage): Promise<void> {
  await sql`insert into contact_messages ${sql(message)}`
}

/**
 * Mails the operators every unsent message, oldest first.
 * @throws when the mail server refused some; the next call retries them.
 */
export async function mailContactMessages({
  sql,
  mailer,
  env,
}: Pick<Parts, 'sql' | 'mailer' | 'env'>): Promise<void> {
  const tried: string[] = []
  let failed = 0
  for (;;) {
    const isTried = await sql.begin(async (tx) => {
      // Skips locked rows: two processes never send the same message.
      const [message] = await tx<ContactMessageRow[]>`
        select * from contact_messages where mailed_at is null and id <> all(${tried}::uuid[])
        order by created_at limit 1 for update skip locked`
      if (!message) return false
      tried.push(message.id)
      try {
        await mailer.send(contactMessageMail(env.OPERATOR_EMAIL, message))
      } catch {
        // A refused message does not hold up the others.
        failed++
        return true
      }
      await tx`update contact_messages set mailed_at = now() where id = ${message.id}`
      return true
    })
    if (!isTried) break
  }
  // Without the causes: mail servers quote addresses.
  if (failed > 0) throw new Error(`${failed} contact messages could not be mailed.`)
}
