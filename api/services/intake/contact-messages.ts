import type { Parts } from '#api/context.ts'
import type { ContactMessage } from '#api/contract/contact-messages.ts'
import { contactMessageMail } from '#api/services/mail/intake-messages.ts'
import { mailAll } from '#api/services/mail/mail-all.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { inBatches } from '#db/in-batches.ts'
import type { ContactMessageRow } from '#db/schema/contact-messages.ts'
import { CONTACT_MESSAGE_KEPT_DAYS } from '#db/schema/retention.ts'

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

/** Deletes messages that came long ago. */
export async function purgeContactMessages(sql: Sql): Promise<void> {
  await inBatches(
    (limit) => sql`
      delete from contact_messages where id = any(array(
        select id from contact_messages
        where created_at < now() - make_interval(days => ${CONTACT_MESSAGE_KEPT_DAYS})
        limit ${limit}))`,
  )
}
