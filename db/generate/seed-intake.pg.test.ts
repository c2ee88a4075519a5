import { afterAll, beforeAll, expect, it } from 'vitest'
import { candidateSubmissionRow } from '#db/schema/candidate-submissions.ts'
import { testDatabase } from '#tests/support/database.ts'
import { seedDirectory } from './seed-directory.ts'
import { seedIntake } from './seed-intake.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await seedDirectory(database.sql, { people: 30, seed: 7 })
  await seedIntake(database.sql)
})
afterAll(() => database.close())

it('brings resumes of every state, the approved ones in the directory, and a message', async () => {
  const { sql } = database
  const rows = await sql`select * from candidate_submissions`
  for (const row of rows) candidateSubmissionRow.parse(row)
  expect(
    await sql`
      select status, count(*)::int as count, count(c.id)::int as listed
      from candidate_submissions s left join candidates c on c.id = s.candidate_id
      group by status order by status`,
  ).toEqual([
    { status: 'approved', count: 4, listed: 4 },
    { status: 'pending', count: 30, listed: 0 },
    { status: 'rejected', count: 3, listed: 0 },
  ])
  expect(await sql`select from candidate_submissions where confirmed_at is null`).toHaveLength(0)
  expect(await sql`select from contact_messages where mailed_at is null`).toHaveLength(1)
})

it('has people of the directory among those that wait, with news of where they work', async () => {
  const news = await database.sql`
    select c.id from candidate_submissions s
    join candidate_contacts k on k.value = s.personal_email
    join candidates c on c.id = k.candidate_id and c.last_name = s.last_name
    where s.status = 'pending' and c.organization <> s.organization
      and cardinality(c.skills) > 0`
  expect(news).toHaveLength(2)
})

it('names addresses and telephone numbers of nobody', async () => {
  const strangers = await database.sql`
    select personal_email, phone from candidate_submissions
    where personal_email not like '%@example.com' or phone not like '%555-01__'`
  expect(strangers).toEqual([])
})
