import type { Parts } from '#api/context.ts'
import type { ContactMessage } from '#api/contract/contact-messages.ts'
import { contactMessageMail } from '#api/services/mail/intake-messages.ts'
import { mailAll } from '#api/services/mail/mail-all.ts'
import type { Queryable } from '#db/client.ts'
import type { ContactMessageRow } from '#db/schema/contact-messages.ts'

/** Stores a message for the operators, to be mailed later. */
export async function storeContactMessage(sql: Queryable, message: ContactMessage): Promise<void> {
  await sql`insert into contact_messages ${sql(message)}`
}

/**
 * Mails every unsent message to the operators, oldest first.
 * @throws as `mailAll`.
 */
export function mailContactMessages({
  sql,
  mailer,
  env,
}: Pick<Parts, 'sql' | 'mailer' | 'env'>): Promise<void> {
  return mailAll(mailer, 'contact messages', (tried) =>
    sql.begin(async (tx) => {
      // The query skips locked rows, so that two processes never send the same message.
      const [message] = await tx<ContactMessageRow[]>`
        select * from contact_messages where mailed_at is null and id <> all(${tried}::uuid[])
        order by created_at limit 1 for update skip locked`
      if (!message) return false
      tried.push(message.id)
      await mailer.send(contactMessageMail(env.OPERATOR_EMAIL, message))
      await tx`update contact_messages set mailed_at = now() where id = ${message.id}`
      return true
    }),
  )
}
