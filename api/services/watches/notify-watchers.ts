/**
 * Notifies accounts of the unread news of their watches: at once by a push to their browsers, and
 * by one mail a day about what no push has reported. `told_at` is the last reported `found_at`, so
 * that a job that runs twice notifies once. It is set after the notification: a process that ends
 * in between notifies twice rather than never.
 */
import type { Parts } from '#api/context.ts'
import { mailAll } from '#api/services/mail/mail-all.ts'
import { refusalForGood } from '#api/services/mail/mailer.ts'
import { newsMail } from '#api/services/mail/news-messages.ts'
import { withLock } from '#db/advisory-lock.ts'
import type { Queryable } from '#db/client.ts'
import type { WatchRow } from '#db/schema/watches.ts'
import { mailOffUrls } from './mail-off.ts'
import { entitledWatchers } from './watchers.ts'

/** Mails are sent from this hour of the day on (UTC): the morning of North America. */
const MAIL_HOUR = 11

/** The number of accounts notified in parallel. */
const ACCOUNTS_A_TURN = 20

type NotifyParts = Pick<Parts, 'sql' | 'env' | 'push' | 'mailer' | 'auth' | 'billing'>

/** SQL: watches with unread news that their account was not notified of. */
const unnotified = (sql: Queryable) => sql`
  w.found_at > w.read_at and w.found_at > coalesce(w.told_at, '-infinity')
    and w.new_count + w.moved_count + w.gone_count + w.verified_count > 0`

/**
 * Notifies watchers of unread news: by push at once, and by one mail a day after `MAIL_HOUR` (UTC).
 */
export async function notifyWatchers(parts: NotifyParts, now = new Date()): Promise<void> {
  const watchers = await entitledWatchers(parts)
  await withLock(parts.sql, 'watches.push', () => pushNews(parts, watchers))
  if (now.getUTCHours() >= MAIL_HOUR) await mailNews(parts, watchers, now)
}

type PushedNews = Pick<WatchRow, 'search_owner' | 'search_id' | 'found_at'>

/** Sends one push per account and evaluation, whatever the number of watches. */
async function pushNews({ sql, push }: NotifyParts, watchers: ReadonlySet<string>): Promise<void> {
  const found = await sql<{ owner_id: string }[]>`
    select distinct w.owner_id from watches w
    where w.cadence = 'at_once' and ${unnotified(sql)}
      and exists (select from push_subscriptions p where p.user_id = w.owner_id)
    order by w.owner_id`
  const accounts = found.filter(({ owner_id }) => watchers.has(owner_id))
  for (let start = 0; start < accounts.length; start += ACCOUNTS_A_TURN) {
    await Promise.all(
      accounts.slice(start, start + ACCOUNTS_A_TURN).map(async ({ owner_id }) => {
        const news = await sql<PushedNews[]>`
          select w.search_owner, w.search_id, w.found_at from watches w
          where w.owner_id = ${owner_id} and w.cadence = 'at_once' and ${unnotified(sql)}`
        const [only] = news
        if (!only) return
        const id = news.length === 1 ? only.search_id : null
        if (!(await pushTo(sql, push, owner_id, { count: news.length, id }))) return
        // The news up to this push are marked: later news are for the next one.
        await sql`
          update watches w set told_at = pushed.found_at
          from jsonb_to_recordset(${sql.json(news as never)}) as pushed(
            search_owner text, search_id uuid, found_at timestamptz)
          where w.owner_id = ${owner_id} and w.search_owner = pushed.search_owner
            and w.search_id = pushed.search_id`
      }),
    )
  }
}

/** @returns whether any push service accepted it; subscriptions that no longer exist are deleted */
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
    'read_at' | 'new_count' | 'moved_count' | 'gone_count' | 'verified_count'
  > {
  name: string
}

/** @throws as `mailAll`. */
async function mailNews(
  parts: NotifyParts,
  watchers: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  const due = await parts.sql<Mailed[]>`
    select u.id, u.email from users u
    where u.email_verified
      and exists (select from watches w where w.owner_id = u.id and ${unnotified(parts.sql)})
      and not exists (
        select from watch_mails m where m.user_id = u.id and m.mailed_on >= ${today}::date)
      and not exists (
        select from user_settings s where s.owner_id = u.id
          and s.key = 'notifications.watchedSearches' and s.value = 'false')
    order by u.id`
  const accounts = due.filter(({ id }) => watchers.has(id)).values()
  await mailAll(parts.mailer, 'messages of news', async (tried) => {
    const { value: account } = accounts.next()
    if (!account) return false
    tried.push(account.id)
    await mailTo(parts, account, today)
    return true
  })
}

interface Mailed {
  id: string
  email: string
}

/**
 * Mails one account its news of the day. A mailbox that refuses for good counts as mailed for the
 * day, and its news wait for the next one: otherwise each run of each process would try it again.
 * @throws when the mail was not accepted
 */
async function mailTo(parts: NotifyParts, account: Mailed, today: string): Promise<void> {
  const refusal = await parts.sql.begin(async (tx) => {
    // The row is locked until the mail is sent: another process waits, and finds the day claimed.
    const [claim] = await tx`
      insert into watch_mails (user_id, mailed_on)
      select ${account.id}, ${today}::date
      -- If the news have been read by now, the day stays unclaimed for later news.
      where exists (select from watches w where w.owner_id = ${account.id} and ${unnotified(tx)})
      on conflict (user_id) do update set mailed_on = excluded.mailed_on
        where watch_mails.mailed_on < excluded.mailed_on
      returning 1`
    if (!claim) return
    const sending: Promise<unknown> = tx.savepoint((day) => sendNews(day, parts, account))
    return sending.catch(refusalForGood)
  })
  if (refusal) throw refusal
}

/** Sends an account its news, and marks them as reported. */
async function sendNews(tx: Queryable, parts: NotifyParts, { id, email }: Mailed): Promise<void> {
  const news = await tx<DueNews[]>`
    update watches w set told_at = w.found_at
    from saved_searches s
    where s.owner_id = w.search_owner and s.id = w.search_id
      and w.owner_id = ${id} and ${unnotified(tx)}
    returning s.name, w.read_at, w.new_count, w.moved_count, w.gone_count, w.verified_count`
  if (news.length === 0) return
  const { billing, mailer } = parts
  await mailer.send(
    newsMail(email, news, {
      openUrl: new URL('/search?tab=saved-searches', billing.publicUrl).href,
      ...(await mailOffUrls(parts, id)),
    }),
  )
}
