/**
 * Tells accounts of the unread news of their watches: at once by a push to their browsers, and in one
 * mail a day of what no push told. `told_at` says how far they were told, so that a job that runs twice
 * tells once.
 */
import type { Parts } from '#api/context.ts'
import { newsMail } from '#api/services/mail/news-messages.ts'
import type { Queryable } from '#db/client.ts'
import type { WatchRow } from '#db/schema/watches.ts'
import { mailOffUrl } from './mail-off.ts'

/** Mails go out from this hour of the day on (UTC): the morning of North America. */
const MAIL_HOUR = 11

/** Accounts told at once. */
const ACCOUNTS_A_TURN = 20

type TellParts = Pick<Parts, 'sql' | 'push' | 'mailer' | 'auth' | 'billing' | 'log'>

/** Watches with unread news that their account was not told of, of accounts that may be told. */
const untold = (sql: Queryable) => sql`
  w.found_at > w.read_at and w.found_at > coalesce(w.told_at, '-infinity')
    and w.new_count + w.moved_count + w.gone_count + w.verified_count > 0`

export async function tellNews(parts: TellParts, now = new Date()): Promise<void> {
  await pushNews(parts)
  if (now.getUTCHours() >= MAIL_HOUR) await mailNews(parts, now)
}

/** One push per account and evaluation, whatever the number of watches. */
async function pushNews({ sql, push }: TellParts): Promise<void> {
  const accounts = await sql<{ owner_id: string }[]>`
    select distinct w.owner_id from watches w
    where w.cadence = 'at_once' and ${untold(sql)}
      and exists (select from push_subscriptions p where p.user_id = w.owner_id)
      and not exists (
        select from users u where u.id = w.owner_id and u.banned_at is not null)
    order by w.owner_id`
  for (let start = 0; start < accounts.length; start += ACCOUNTS_A_TURN) {
    await Promise.all(
      accounts.slice(start, start + ACCOUNTS_A_TURN).map(async ({ owner_id }) => {
        // Marked before it is sent: a push told twice is worse than one that the daily mail tells.
        const claimed = await sql<Pick<WatchRow, 'search_owner' | 'search_id'>[]>`
          update watches w set told_at = w.found_at
          where w.owner_id = ${owner_id} and w.cadence = 'at_once' and ${untold(sql)}
          returning w.search_owner, w.search_id`
        if (claimed.length === 0) return
        const [only] = claimed
        const id = claimed.length === 1 && only ? only.search_id : null
        if (await pushTo(sql, push, owner_id, { count: claimed.length, id })) return
        await sql`
          update watches set told_at = null
          where owner_id = ${owner_id}
            and search_id = any(${claimed.map(({ search_id }) => search_id)}::uuid[])`
      }),
    )
  }
}

/** @returns whether any browser's service took it; browsers that are gone are forgotten. */
async function pushTo(
  sql: Queryable,
  push: Parts['push'],
  userId: string,
  payload: Parameters<Parts['push']['send']>[1],
): Promise<boolean> {
  const targets = await sql<{ endpoint: string; p256dh: string; auth: string }[]>`
    select endpoint, p256dh, auth from push_subscriptions where user_id = ${userId}`
  const outcomes = await Promise.all(targets.map((target) => push.send(target, payload)))
  const gone = targets.filter((_, index) => outcomes[index] === 'gone')
  if (gone.length > 0) {
    await sql`
      delete from push_subscriptions
      where endpoint = any(${gone.map(({ endpoint }) => endpoint)}::text[])`
  }
  return outcomes.includes('sent')
}

interface DueNews
  extends Pick<
    WatchRow,
    'search_owner' | 'search_id' | 'new_count' | 'moved_count' | 'gone_count' | 'verified_count'
  > {
  name: string
}

/** @throws AggregateError of the mails that were refused, once all others are out. */
async function mailNews(parts: TellParts, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  const due = await parts.sql<Mailed[]>`
    select u.id, u.email from users u
    where u.email_verified and u.banned_at is null
      and exists (select from watches w where w.owner_id = u.id and ${untold(parts.sql)})
      and not exists (
        select from watch_mails m where m.user_id = u.id and m.mailed_on >= ${today}::date)
      and not exists (
        select from user_settings s where s.owner_id = u.id
          and s.key = 'notifications.watchedSearches' and s.value = 'false')
    order by u.id`
  const refusals: unknown[] = []
  for (const account of due) {
    // One address that no server takes keeps nobody else's news back.
    await mailTo(parts, account, today).catch((error: unknown) => refusals.push(error))
  }
  if (refusals.length > 0) throw new AggregateError(refusals, 'Mails of news were refused.')
}

interface Mailed {
  id: string
  email: string
}

async function mailTo(parts: TellParts, { id, email }: Mailed, today: string): Promise<void> {
  const { sql, mailer, billing } = parts
  await sql.begin(async (tx) => {
    // The row is locked until the mail is out: another process waits, and finds the day taken.
    const [claim] = await tx`
      insert into watch_mails (user_id, mailed_on) values (${id}, ${today}::date)
      on conflict (user_id) do update set mailed_on = excluded.mailed_on
        where watch_mails.mailed_on < excluded.mailed_on
      returning 1`
    if (!claim) return
    const news = await tx<DueNews[]>`
      update watches w set told_at = w.found_at
      from saved_searches s
      where s.owner_id = w.search_owner and s.id = w.search_id
        and w.owner_id = ${id} and ${untold(tx)}
      returning w.search_owner, w.search_id, s.name, w.new_count, w.moved_count, w.gone_count,
        w.verified_count`
    if (news.length === 0) return
    await mailer.send(
      newsMail(email, news, {
        openUrl: new URL('/search?tab=saved-searches', billing.publicUrl).href,
        settingsUrl: new URL('/account?tab=notifications', billing.publicUrl).href,
        offUrl: await mailOffUrl(parts, id),
      }),
    )
  })
}
