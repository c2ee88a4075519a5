import type { PushSubscriptionJson } from '#api/contract/push.ts'
import type { Sql } from '#db/client.ts'
import { PUSH_SUBSCRIPTIONS_MAX } from '#db/schema/push-subscriptions.ts'

/**
 * Stores the push subscription of a session; a browser in which another account signs in belongs to
 * that account from then on. Beyond the limit per account, the oldest are deleted.
 */
export async function storeSubscription(
  sql: Sql,
  { userId, sessionId }: { userId: string; sessionId: string },
  { endpoint, keys }: PushSubscriptionJson,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
      values (${endpoint}, ${userId}, ${sessionId}, ${keys.p256dh}, ${keys.auth})
      on conflict (endpoint) do update set user_id = excluded.user_id,
        session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
        created_at = excluded.created_at`
    await tx`
      delete from push_subscriptions where endpoint in (
        select endpoint from push_subscriptions where user_id = ${userId}
        order by created_at desc, endpoint offset ${PUSH_SUBSCRIPTIONS_MAX})`
  })
}
