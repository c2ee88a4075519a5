import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import { NAMED_AT_ONCE_MAX } from '#db/schema/candidates.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 10 })
})
afterAll(() => app.close())

const zenobia = `/api/candidates/${KNOWN_PEOPLE[0]?.id}`

it('PROFILE-10 a visitor reads a profile', async () => {
  const response = await app.request(zenobia, { as: 'visitor' })
  expect(response.status).toBe(200)
  expect((await response.json()) as Candidate).toMatchObject({
    first_name: 'Zenobia',
    education: [{ school: 'Larkspur College of Medicine', degree: 'MD', year: 1999 }, {}],
  })
})

it('REVEAL-01 a profile holds no contact value', async () => {
  const text = await (await app.request(zenobia)).text()
  expect(text).not.toContain('@example')
  expect(text).not.toContain('555-01')
})

it('PROFILE-07 an unknown id is not found, one that is no id is bad input', async () => {
  const unknown = await app.request('/api/candidates/ffffffff-ffff-4fff-8fff-ffffffffffff')
  expect(unknown.status).toBe(404)
  const malformed = await app.request('/api/candidates/42')
  expect(malformed.status).toBe(400)
})

it('several people are named at once, unknown ones are left out', async () => {
  const [{ id: known } = { id: '' }] = KNOWN_PEOPLE
  const unknown = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
  const ask = (ids: string[]) => app.request('/api/candidates/names', { json: { ids } })
  const name = { first_name: 'Zenobia', middle_name: 'Quill', last_name: 'Featherstonehaugh' }
  expect(await (await ask([unknown, known])).json()).toEqual({ people: [{ id: known, ...name }] })
  expect((await ask(Array(NAMED_AT_ONCE_MAX).fill(known))).status).toBe(200)
  for (const refused of [[], Array(NAMED_AT_ONCE_MAX + 1).fill(known), ['42']]) {
    expect((await ask(refused)).status).toBe(400)
  }
})

it('REVEAL-02 a subscriber reveals every contact, with source and age', async () => {
  const response = await app.request(`${zenobia}/contact`, { method: 'POST' })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const { contacts } = (await response.json()) as { contacts: { kind: string; value: string }[] }
  expect(contacts).toContainEqual(
    expect.objectContaining({ kind: 'personal_email', value: 'zenobia@example.com' }),
  )
  expect(contacts).toHaveLength(4)
})

it('REVEAL-12 a person without contacts answers an empty list, an unknown one is not found', async () => {
  const nobody = await app.request(`/api/candidates/${KNOWN_PEOPLE[3]?.id}/contact`, {
    method: 'POST',
  })
  expect(await nobody.json()).toMatchObject({ contacts: [] })
  const unknown = await app.request(
    '/api/candidates/ffffffff-ffff-4fff-8fff-ffffffffffff/contact',
    { method: 'POST' },
  )
  expect(unknown.status).toBe(404)
})
