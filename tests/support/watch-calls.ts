import { expect } from 'vitest'
import type { PushPayload } from '#api/contract/push.ts'
import { storedMails } from '#api/services/mail/stored-mail.ts'
import type { Push, PushOutcome, PushTarget } from '#api/services/push/push.ts'
import { evaluateWatches } from '#api/services/watches/evaluate-watches.ts'
import { entitledWatchers } from '#api/services/watches/watchers.ts'
import { type TestApp, testApp } from './app.ts'
import { pushAs, wireMutation } from './push.ts'

/** An app in which the subscriber and the free account have plans with watches. */
export async function watchersApp(): Promise<TestApp> {
  const app = await testApp({ people: 20 })
  await app.sql`
    insert into entitlements (owner_id, tier, status, plan_name)
    values ('subscriber', 'premium', 'active', 'Annual'), ('free', 'basic', 'active', 'Monthly')`
  return app
}

/** Deletes all watches, with their accounts' push subscriptions and mails. */
export async function deleteWatches({ sql }: TestApp): Promise<void> {
  for (const table of ['saved_searches', 'watch_mails', 'push_subscriptions', 'user_settings']) {
    await sql`delete from ${sql(table)}`
  }
}

/**
 * Replaces the push services of browsers: records what they receive, and responds as the test says.
 */
export function pushServices() {
  const pushed: { target: PushTarget; payload: PushPayload }[] = []
  let outcome: PushOutcome = 'sent'
  const push: Push = {
    publicKey: '',
    async send(target, payload) {
      pushed.push({ target, payload })
      return outcome
    },
  }
  return {
    push,
    pushed,
    answer(next: PushOutcome) {
      outcome = next
    },
    /** Forgets what they were sent, and takes all that comes. */
    reset() {
      pushed.length = 0
      outcome = 'sent'
    },
  }
}

/**
 * Functions about the subscriber's watches, their news, and the mails that reported them.
 * @param app read at each call: a test file opens the app after it has named the functions
 */
export function watchCalls(app: () => TestApp) {
  async function watch(name: string, cadence: 'daily' | 'at_once'): Promise<string> {
    const id = crypto.randomUUID()
    const search_params = { v: 2, specialty: name }
    await pushAs(
      app(),
      'subscriber',
      wireMutation('searches.create', { id, name, search_params }),
      wireMutation('watches.set', { search_id: id, cadence }),
    )
    return id
  }

  /** Adds a person whom a watched search finds, and evaluates. */
  async function news(...names: string[]): Promise<void> {
    for (const name of names) {
      await app().sql`
        insert into candidates (source, last_name, specialty) values ('csv', 'Secretname', ${name})`
    }
    await evaluateWatches(app().parts, await entitledWatchers(app().parts))
  }

  async function subscribe(endpoint = 'https://fcm.googleapis.com/a'): Promise<void> {
    const headers = await app().asUser('subscriber@clinidex.test')
    const json = { endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } }
    const response = await app().request('/api/push', { as: 'session', json, headers })
    expect(response.status).toBe(204)
  }

  const mails = async () =>
    (await storedMails(app().parts.env.DATA_DIR)).filter(({ subject }) =>
      /What is new/.test(subject),
    )
  let seen = 0
  /** The mails since the last look. */
  async function newMails() {
    const all = await mails()
    const fresh = all.slice(0, all.length - seen)
    seen = all.length
    return fresh
  }

  return { watch, news, subscribe, newMails }
}
