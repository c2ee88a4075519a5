import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Push } from '#api/services/push/push.ts'
import { connect } from '#db/client.ts'
import { connectionUrl } from '#db/connection-url.ts'
import { PUSH_SUBSCRIPTIONS_MAX } from '#db/schema/push-subscriptions.ts'
import type { TestApp } from '#tests/support/app.ts'
import { deleteWatches, pushServices, watchCalls, watchersApp } from '#tests/support/watch-calls.ts'
import { notifyWatchers } from './notify-watchers.ts'

let app: TestApp
beforeAll(async () => {
  app = await watchersApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  pushes.reset()
  await deleteWatches(app)
})

const pushes = pushServices()
const { push, pushed } = pushes
const at = (day: number, hour: number) => new Date(Date.UTC(2031, 4, day, hour))
const notify = (now: Date) => notifyWatchers({ ...app.parts, push }, now)

const { watch, news, subscribe, newMails } = watchCalls(() => app)

it('pushes a count and an id once, and mails nothing of what was pushed', async () => {
  const id = await watch('Urgent', 'at_once')
  await subscribe()
  await news('Urgent', 'Urgent')
  await Promise.all([notify(at(10, 11)), notify(at(10, 11))])
  await notify(at(10, 12))
  expect(pushed.map(({ payload }) => payload)).toEqual([{ count: 1, id }])
  expect(await newMails()).toEqual([])

  await watch('Urgent too', 'at_once')
  await news('Urgent', 'Urgent too')
  await notify(at(10, 13))
  expect(pushed.at(-1)?.payload).toEqual({ count: 2, id: null })
})

it.each(['throws', 'ends with its process'])(
  'news whose push %s are pushed by the next run',
  async (way) => {
    const id = await watch('Interrupted', 'at_once')
    await subscribe()
    await news('Interrupted')
    const dying = connect(connectionUrl(app.parts.sql), { max: 3 })
    const send: Push['send'] = async (target, payload) => {
      if (way === 'throws') throw new Error('No push.')
      await dying.end({ timeout: 0 })
      return push.send(target, payload)
    }
    const parts = { ...app.parts, sql: dying, push: { ...push, send } }
    await expect(notifyWatchers(parts, at(10, 10))).rejects.toThrow()
    pushed.length = 0
    await notify(at(10, 11))
    await notify(at(10, 12))
    expect(pushed.map(({ payload }) => payload)).toEqual([{ count: 1, id }])
    expect(await newMails()).toEqual([])
    await dying.end()
  },
)

it('a push that is under way in one process is not sent by another, and no news found meanwhile are lost', async () => {
  const id = await watch('Slow service', 'at_once')
  await subscribe()
  await news('Slow service')
  let begun: (value?: unknown) => void = () => {}
  let taken: (value?: unknown) => void = () => {}
  const isUnderWay = new Promise((resolve) => {
    begun = resolve
  })
  const isTaken = new Promise((resolve) => {
    taken = resolve
  })
  const send: Push['send'] = async (target, payload) => {
    begun()
    await isTaken
    return push.send(target, payload)
  }
  const slow = notifyWatchers({ ...app.parts, push: { ...push, send } }, at(11, 10))
  await isUnderWay
  const other = notify(at(11, 10))
  await news('Slow service')
  taken()
  await Promise.all([slow, other])
  // One push has the news found before, and one those found while it was sent.
  expect(pushed.map(({ payload }) => payload)).toEqual([
    { count: 1, id },
    { count: 1, id },
  ])
  await notify(at(11, 10))
  expect(pushed).toHaveLength(2)
})

it('forgets an endpoint that is gone, and tells by the daily mail', async () => {
  await watch('Gone device', 'at_once')
  await subscribe()
  pushes.answer('gone')
  await news('Gone device')
  await notify(at(12, 10))
  expect(pushed).toHaveLength(1)
  expect(await app.sql`select endpoint from push_subscriptions`).toEqual([])
  await notify(at(12, 11))
  expect(pushed).toHaveLength(1)
  expect(await newMails()).toHaveLength(1)
})

it('a browser is told for as long as its session lasts, and by its last account', async () => {
  await subscribe()
  const headers = await app.asUser('admin@clinidex.test')
  const json = {
    endpoint: 'https://fcm.googleapis.com/a',
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  }
  expect((await app.request('/api/push', { as: 'session', json, headers })).status).toBe(204)
  const rows = () => app.sql`select user_id from push_subscriptions`
  expect(await rows()).toEqual([{ user_id: 'admin' }])
  await app.sql`delete from sessions where user_id = 'admin'`
  expect(await rows()).toEqual([])
})

it('a browser that an account comes to last is not the one that goes for the limit', async () => {
  await subscribe()
  await app.sql`update push_subscriptions set created_at = now() - interval '1 year'`
  const headers = await app.asUser('admin@clinidex.test')
  const add = (path: string) =>
    app.request('/api/push', {
      ...{ as: 'session', headers },
      json: {
        endpoint: `https://fcm.googleapis.com/${path}`,
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      },
    })
  for (let browser = 0; browser < PUSH_SUBSCRIPTIONS_MAX; browser++) await add(`other${browser}`)
  expect((await add('a')).status).toBe(204)
  const kept = await app.sql<{ endpoint: string }[]>`
    select endpoint from push_subscriptions where user_id = 'admin'`
  expect(kept).toHaveLength(PUSH_SUBSCRIPTIONS_MAX)
  expect(kept).toContainEqual({ endpoint: 'https://fcm.googleapis.com/a' })
})
