import type { Parts } from '#api/context.ts'
import { mailAll } from '#api/services/mail/mail-all.ts'
import { exportAlertMail } from '#api/services/mail/operator-messages.ts'
import { EXPORT_ALERT_PART } from '#db/schema/exported-contacts.ts'

/**
 * Mails the operators about each account that has exported most of its daily allowance, once a day
 * and account. It is called after an export, and by a job that retries failed mails.
 * @throws as `mailAll`.
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
  const alerts = due.values()
  await mailAll(mailer, 'export alerts', async (tried) => {
    const { value: alert } = alerts.next()
    if (!alert) return false
    const { user_id, day, people, email } = alert
    const key = `export-alert:${user_id}:${day}`
    tried.push(key)
    await sql.begin(async (tx) => {
      // The counted row is not locked: the account's next export would wait for the mail server.
      const [claim] = await tx<{ isAcquired: boolean }[]>`
        select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as "isAcquired"`
      if (!claim?.isAcquired) return
      const [unreported] = await tx`
        select 1 from exported_contacts
        where user_id = ${user_id} and day = ${day}::date and operator_told_at is null`
      if (!unreported) return
      await mailer.send(exportAlertMail(env.OPERATOR_EMAIL, { email, day, people, perDay }))
      await tx`
        update exported_contacts set operator_told_at = now()
        where user_id = ${user_id} and day = ${day}::date`
    })
    return true
  })
}
