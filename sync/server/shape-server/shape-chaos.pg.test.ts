import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '#db/generate/random.ts'
import { OfficialClient } from '#tests/support/shape-fixture/official-client.ts'
import { openShapeFixture, type ShapeFixture } from '#tests/support/shape-fixture/shape-fixture.ts'
import { until } from '#tests/support/shape-fixture/until.ts'

let fixture: ShapeFixture
beforeAll(async () => {
  fixture = await openShapeFixture()
  await fixture.sql`
    create table items (id int primary key, owner text, team text, n int, body text)`
})
afterAll(() => fixture.close())

const random = new Random(20_261_120)
const below = (bound: number) => random.below(bound)
const owner = () => `o${below(4)}`

const WRITERS = 4
const WRITES = 80
const CLAUSES = [
  '',
  "owner = 'o1'",
  "owner = 'o2' or team = 'o3'",
  "owner in ('o0', 'o3') and n > 2",
  "team like 'o%' and not (n = 3)",
  "lower(owner) = 'o2' and n::numeric < 4.5",
]

/** A transaction of one to four writes; every fifth is undone. */
async function write(): Promise<void> {
  const undone = new Error('Undone.')
  await fixture.sql
    .begin(async (tx) => {
      // Writers that wait for each other are told so at once.
      await tx`set local deadlock_timeout = '20ms'`
      for (let i = below(4); i >= 0; i--) {
        const id = below(60)
        const kind = below(10)
        if (kind < 5) {
          await tx`
            insert into items values (${id}, ${owner()}, ${owner()}, ${below(6)}, ${'x'.repeat(below(3000))})
            on conflict (id) do update set owner = excluded.owner, n = excluded.n`
        } else if (kind < 7) await tx`update items set team = ${owner()} where id = ${id}`
        else if (kind < 8) await tx`update items set n = n + 1 where owner = ${owner()}`
        else if (kind < 9) await tx`delete from items where id = ${id}`
        else await tx`update items set id = id + 1000 where id = ${id} and id < 1000`
        if (below(3) === 0) await sleep(below(4))
      }
      if (below(5) === 0) throw undone
    })
    .catch((error: Error & { code?: string }) => {
      // Two writers in each other's way are part of the play.
      if (error !== undone && !/^(40|23)/.test(error.code ?? '')) throw error
    })
}

test('whatever is written while clients come and go, each ends with the rows the database has', async () => {
  const { sql, url } = fixture
  const replicas: { clause: string; replica: OfficialClient }[] = []
  const follow = (i: number) => {
    const clause = CLAUSES[i % CLAUSES.length] ?? ''
    const full = i % 2 ? { replica: 'full' as const } : {}
    const params = { table: 'items', ...(clause && { where: clause }), ...full }
    return { clause, replica: new OfficialClient({ url, params, liveSse: i % 5 === 4 }) }
  }
  const writers = Array.from({ length: WRITERS }, async () => {
    for (let i = 0; i < WRITES; i++) await write()
  })
  let isWriting = true
  const coming = (async () => {
    for (let i = 0; isWriting && i < 24; i++) {
      replicas.push(follow(i))
      await sleep(60)
      // Some leave; some shapes are dropped under everybody's feet.
      if (i % 7 === 6) replicas.splice(below(replicas.length), 1)[0]?.replica.close()
      if (i % 8 === 7) await fixture.get({ table: 'items' }, { method: 'DELETE' })
    }
  })()
  await Promise.all(writers)
  isWriting = false
  await coming
  while (replicas.length < 2 * CLAUSES.length) replicas.push(follow(replicas.length))

  for (const { clause, replica } of replicas) {
    const rows = await sql.unsafe(
      `select id, owner, team, n, body from items ${clause && `where ${clause}`} order by id`,
    )
    await until(
      () => replica.values().sort((a, b) => Number(a.id) - Number(b.id)),
      (found) => JSON.stringify(found) === JSON.stringify(rows),
    )
    expect(replica.error).toBeUndefined()
    replica.close()
  }
})
