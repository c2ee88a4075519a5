import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csvOf, importBench } from '#db/import/import-fixture.ts'
import { legacyCsv } from '#db/import/legacy-csv.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { linkIn, mailTo } from '#tests/support/cookie-jar.ts'
import { sendResume } from '#tests/support/resumes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())

type Sent = Awaited<ReturnType<typeof sendResume>>

const newAddress = () => `ada.${randomUUID()}@example.com`
/** A new number with an unassigned area code. */
const newPhone = () => `(999) 555-${String(randomInt(10_000)).padStart(4, '0')}`

let networks = 0
const post = (path: string, json: object, as: 'visitor' | 'admin' = 'visitor') =>
  app.request(path, { as, json, network: `2001:db8:1:${(++networks).toString(16)}::1` })

/** The owner of this mailbox confirms a removal. */
async function removeByMail(email: string): Promise<void> {
  await post('/api/removals', { email })
  const token = linkIn(await mailTo(app, email, /removal/)).split('token=')[1]
  expect((await post('/api/removals/confirm', { token })).status).toBe(204)
}

const approve = async (id: string) =>
  expect(
    (await post(`/api/admin/submissions/${id}/decision`, { action: 'approve' }, 'admin')).status,
  ).toBe(200)

/** Imports these rows, with the app's suppressions. */
async function imported(rows: Record<string, string>[]) {
  const bench = await importBench()
  try {
    const marks = await app.sql<{ hash: Buffer; kind: string }[]>`
      select hash, kind from suppressions`
    for (const mark of marks) await bench.sql`insert into suppressions ${bench.sql({ ...mark })}`
    return await bench.import(legacyCsv, csvOf(rows))
  } finally {
    await bench.close()
  }
}

const victim = (Contactphone: string) => ({
  Contactfirstname: 'Vic',
  Contactlastname: 'Tim',
  Personalemail: newAddress(),
  Contactphone,
})

it.each([
  ['that nobody confirmed', async () => {}],
  ['that waits for a decision', async (resume: Sent) => resume.confirm()],
  [
    'that was rejected',
    async (resume: Sent) => {
      await resume.confirm()
      const path = `/api/admin/submissions/${resume.id}/decision`
      expect((await post(path, { action: 'reject' }, 'admin')).status).toBe(200)
    },
  ],
  [
    'that was approved',
    async (resume: Sent) => {
      await resume.confirm()
      await approve(resume.id)
    },
  ],
])(
  'REMOVAL-08 a stranger’s resume %s, with another person’s telephone, keeps nobody out',
  async (_what, proceed) => {
    const [own, phone] = [newAddress(), newPhone()]
    const resume = await sendResume(app, { personal_email: own, phone })
    await proceed(resume)
    const before = await app.sql`select from suppressions where kind <> 'email'`
    await removeByMail(own)
    expect(await app.sql`select from suppressions where kind <> 'email'`).toHaveLength(
      before.length,
    )
    expect(await app.sql`select from candidate_submissions where id = ${resume.id}`).toHaveLength(0)
    expect(await app.sql`select from candidate_contacts where value = ${own}`).toHaveLength(0)
    expect(
      await imported([victim(phone), { ...victim(newPhone()), Personalemail: own }]),
    ).toMatchObject({ new: 1, suppressed: 1 })
    // The telephone's real owner may still submit it.
    const real = await sendResume(app, { personal_email: newAddress(), phone })
    await real.confirm()
    expect(await app.sql`select from candidate_submissions where id = ${real.id}`).toHaveLength(1)
  },
)

it('REMOVAL-08 remembers address, telephones and NPI of a person whom a list brought', async () => {
  const [email, work, phone] = [newAddress(), newAddress(), newPhone()]
  const npi = '1999999984'
  const [row] = await app.sql<{ id: string }[]>`
    insert into candidates (first_name, last_name, npi, source)
    values ('Vic', 'Tim', ${npi}, 'csv') returning id`
  for (const [kind, value] of Object.entries({ personal_email: email, work_email: work, phone })) {
    await app.sql`insert into candidate_contacts ${app.sql({
      ...{ candidate_id: row?.id ?? '', kind, value, source: 'csv' },
    })}`
  }
  await removeByMail(email)
  expect(
    await imported([
      { ...victim(newPhone()), NPI: npi },
      { ...victim(newPhone()), Personalemail: email },
      { ...victim(newPhone()), Contactemail: work },
      victim(phone),
    ]),
  ).toMatchObject({ new: 0, suppressed: 4 })
})
