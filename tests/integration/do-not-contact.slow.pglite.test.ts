import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ref } from 'valtio'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Random } from '#db/generate/random.ts'
import type { SyncStatus } from '#sync/client/status.ts'
import type { PersonTouches } from '#sync/contract/outreach-queries.ts'
import { type QueryName, queryOf } from '#sync/contract/queries.ts'
import { SHAPE_NAMES } from '#sync/contract/shapes.ts'
import { amount } from '#tests/support/amount.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import { openTracker } from '#tests/support/open-mutation-tracker.ts'
import { ServerModel } from '#tests/support/server-model.ts'
import { MailPrograms } from '#web/features/email/mail-programs.tsx'
import { today } from '#web/outreach/days.ts'
import { NumberButton, PhoneLink, TextLink } from '#web/outreach/phone-link.tsx'
import { keepTouches } from '#web/outreach/touches.ts'
import { replicaStore } from '#web/replica/replica.ts'

/** Each device has this many people, of a history each: a thousand every night. */
const DEVICES = amount(5, 20)
const PEOPLE = 50
const STEPS = 6
const SOON = '2999-01-01'
const PAST = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

let dir: string
let database: PGlite
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clinidex-marks-'))
  database = await openDeviceDatabase()
  replicaStore.status = ref({ isComplete: true } as SyncStatus)
}, 300_000)
afterAll(async () => {
  replicaStore.status = null
  await database.close()
  await rm(dir, { recursive: true, force: true })
})

async function rowsOf(name: QueryName, args: unknown): Promise<unknown[]> {
  const { sql, params, args: schema } = queryOf(name)
  return (await database.query(sql, params(schema.parse(args)))).rows
}

/** Every way to call, text and write to a person, as a screen shows it. */
function waysTo(id: string): string {
  const of = { person: { id, name: 'Zenobia Vale' }, className: '' }
  const value = '806-555-0101'
  const contact = { kind: 'phone', value, verified_at: null, source: 'csv' } as const
  const text = { children: value }
  const message = { to: 'zenobia@clinic.test', subject: '', body: '' }
  return renderToStaticMarkup(
    createElement(
      Fragment,
      null,
      createElement(PhoneLink, { ...of, contact, ...text }),
      createElement(TextLink, { ...of, value }),
      createElement(NumberButton, { ...of, contact }),
      createElement(MailPrograms, { ...of, message }),
    ),
  )
}

const counts = { marked: 0, open: 0 }

it.each(Array.from({ length: DEVICES }, (_, seed) => seed))(
  'in 50 random histories no link to a person is shown against a mark that the device knows: %i',
  async (seed) => {
    const random = new Random(`marks ${seed}`)
    const userId = `user ${seed}`
    const server = new ServerModel(userId)
    const device = await openTracker({ database, dir, userId })
    for (const name of SHAPE_NAMES) await device.tracker.applyBatch(server.refetch(name))
    const stream = async () => {
      for (const name of ['activities', 'do_not_contact'] as const) {
        const batch = server.stream(name, 1 + random.below(3))
        if (batch) await device.tracker.applyBatch(batch)
      }
    }
    for (let person = 0; person < PEOPLE; person++) {
      const candidate_id = crypto.randomUUID()
      const calls: string[] = []
      const marks: string[] = []
      const here = (name: 'people.stop', args: object) => device.tracker.mutate(name, args as never)
      const there = (name: string, args: object) =>
        server.actions().mutate(name as never, args as never)
      const anywhere = (name: string, args: object) =>
        random.chance(0.5)
          ? here(name as 'people.stop', args).catch(() => 'It is refused: the mark is another one.')
          : there(name, args)
      const steps = [
        async () => {
          const id = crypto.randomUUID()
          marks.push(id)
          const until = random.pick([null, PAST, SOON])
          await anywhere('people.stop', { id, candidate_id, reason: 'Asked', until })
        },
        async () => {
          const [mark_id] = marks.slice(-1 - random.below(2))
          if (!mark_id) return
          await anywhere('people.resume', { id: crypto.randomUUID(), candidate_id, mark_id })
        },
        async () => {
          const id = crypto.randomUUID()
          calls.push(id)
          await here('people.stop', { id: crypto.randomUUID(), candidate_id, reason: 'x' }).catch(
            () => 'It is marked.',
          )
          await device.tracker.mutate('activities.add', { id, candidate_id, kind: 'call' })
        },
        async () => {
          const id = calls.at(-1)
          if (!id) return
          const outcome = random.pick(['asked_to_stop', 'talked'] as const)
          await anywhere('activities.complete', { id, outcome, words: null, next_on: null })
        },
        async () => server.execute(device.outbox.sendable(10)),
        async () => {
          const results = server.answers(device.outbox.sendable(100))
          if (results.length > 0) await device.tracker.applyResults(results)
        },
        stream,
      ]
      for (let step = 0; step < STEPS; step++) {
        await random.pick(steps)()
        const [row] = await rowsOf('people.touches', { ids: [candidate_id], today: today() })
        const { rows } = await database.query<{ until: string | null }>(
          'select until from do_not_contact where candidate_id = $1',
          [candidate_id],
        )
        const isMarked = rows.some(({ until }) => until === null || until >= today())
        counts[isMarked ? 'marked' : 'open'] += 1
        keepTouches([row as PersonTouches])
        const ways = waysTo(candidate_id)
        const links = ['href="tel:', 'href="sms:', 'href="mailto:', 'href="https://', '<button']
        const shown = links.filter((link) => ways.includes(link))
        expect(shown).toEqual(isMarked ? [] : links)
        if (isMarked) expect(ways).toContain('Do not contact')
      }
      // Nothing is left behind for the next history.
      await server.execute(device.outbox.sendable(100))
      const results = server.answers(device.outbox.sendable(100))
      if (results.length > 0) await device.tracker.applyResults(results)
      for (const { id } of device.outbox.entries) await device.tracker.discard(id)
    }
    await device.store.close()
  },
)

it('of both kinds of moments there were many', () => {
  expect(counts.marked).toBeGreaterThan(DEVICES * PEOPLE)
  expect(counts.open).toBeGreaterThan(DEVICES * PEOPLE)
})
