import type { Parts } from '#api/context.ts'
import { exportAlertMail } from '#api/services/mail/operator-messages.ts'
import { EXPORT_ALERT_PART } from '#db/schema/exported-contacts.ts'

/**
 * Tells the operators of each account that has exported most of a day's contacts, once a day and
 * account. To be called after an export, and now and then for what could not be mailed.
 * @throws when the mail server does not take one: it is tried again next time.
 */
export async function mailExportAlerts({
  sql,
  env,
  mailer,
}: Pick<Parts, 'sql' | 'env' | 'mailer'>): Promise<void> {
  const perDay = env.EXPORT_CONTACTS_PER_DAY
  const due = await sql<{ user_id: string; day: string; people: number; email: string }[]>`
    select e.user_id, e.day::text, e.people, u.email
    from exported_contacts e join users u on u.id = e.user_id
    where e.operator_told_at is null and e.people >= ${Math.ceil(perDay * EXPORT_ALERT_PART)}
    order by e.day, e.user_id`
  for (const { user_id, day, people, email } of due) {
    await sql.begin(async (tx) => {
      // Not the row's lock: the account's next export would wait for the mail server.
      const [claim] = await tx<{ is_ours: boolean }[]>`
        select pg_try_advisory_xact_lock(
          hashtextextended(${`export-alert:${user_id}:${day}`}, 0)) as is_ours`
      if (!claim?.is_ours) return
      const [untold] = await tx`
        select 1 from exported_contacts
        where user_id = ${user_id} and day = ${day}::date and operator_told_at is null`
      if (!untold) return
      await mailer.send(exportAlertMail(env.OPERATOR_EMAIL, { email, day, people, perDay }))
      await tx`
        update exported_contacts set operator_told_at = now()
        where user_id = ${user_id} and day = ${day}::date`
    })
  }
}
