import type { Parts } from '#api/context.ts'
import type { Queryable } from '#db/client.ts'
import type { ContactMessage, ContactMessageRow } from '#db/schema/contact-messages.ts'
import { contactMessageMail } from './mail/intake-messages.ts'

/** Keeps what somebody wrote to the operators, to be mailed to them. */
export async function keepContactMessage(sql: Queryable, message: ContactMessage): Promise<void> {
  await sql`insert into contact_messages ${sql(message)}`
}

/**
 * Mails the operators every message that they have not got yet, oldest first.
 * @throws when the mail server does not take one: it is tried again next time.
 */
export async function mailContactMessages({
  sql,
  mailer,
  env,
}: Pick<Parts, 'sql' | 'mailer' | 'env'>): Promise<void> {
  for (;;) {
    const isMailed = await sql.begin(async (tx) => {
      // Two at once take different ones, so that none goes out twice.
      const [message] = await tx<ContactMessageRow[]>`
        select * from contact_messages where mailed_at is null
        order by created_at limit 1 for update skip locked`
      if (!message) return false
      await mailer.send(contactMessageMail(env.OPERATOR_EMAIL, message))
      await tx`update contact_messages set mailed_at = now() where id = ${message.id}`
      return true
    })
    if (!isMailed) return
  }
}
