import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SIGNATURE_MAX } from '#api/contract/email-draft.ts'
import { AppError } from '#sync/contract/errors.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'

const JOB = {
  jobTitle: ' Night nurse ',
  jobDescription: 'Twelve-hour shifts.',
  tone: 'friendly',
  length: 'short',
  positionType: 'per-diem',
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 20 })
})
afterAll(() => app.close())

let networks = 0
async function generate(json: unknown, email = 'somebody@clinidex.test') {
  const response = await app.request('/api/emails/generate', {
    as: 'session',
    json,
    headers: email === '' ? {} : await app.asUser(email),
    network: `2001:db8:0:${(++networks).toString(16)}::1`,
  })
  return { status: response.status, response, body: await response.json() }
}

describe('a draft of an e-mail', () => {
  it('EMAIL-01 EMAIL-06 is for anybody who is signed in, with their signature under it', async () => {
    const { status, response, body } = await generate({
      ...JOB,
      mode: 'recruiter',
      signature: 'Morgan\n+1 555 0100',
    })
    expect(status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(body).toMatchObject({ isSample: true, subject: expect.stringContaining('Night nurse') })
    expect(body.body).toMatch(/Warm regards,\nMorgan\n\+1 555 0100$/)
  })

  it('is composed from the position alone: the service sees no signature and no account', async () => {
    const write = vi.spyOn(app.parts.drafts, 'write')
    await generate({ ...JOB, signature: 'Morgan' })
    expect(write.mock.lastCall?.[0]).toEqual({ ...JOB, jobTitle: 'Night nurse' })
    write.mockRestore()
  })

  it('EMAIL-01 is refused to a visitor, before the request is read', async () => {
    const { status, body } = await generate({}, '')
    expect([status, body.error.code]).toEqual([401, 'authentication_required'])
  })

  it.each([
    [{ jobTitle: '  ' }, 'jobTitle: Job title and description are required'],
    [{ jobDescription: '' }, 'jobDescription: Job title and description are required'],
    [{ jobTitle: 'x'.repeat(101) }, 'jobTitle'],
    [{ jobDescription: 'x'.repeat(10_001) }, 'jobDescription'],
    [{ signature: 'x'.repeat(SIGNATURE_MAX + 1) }, 'signature'],
    [{ jobDescription: 'a\u0000b' }, 'jobDescription'],
    [{ tone: 'rude' }, 'tone'],
    [{ length: undefined }, 'length'],
    [{ positionType: 'locum' }, 'positionType'],
    [{ mode: 'poet' }, 'mode'],
  ])('EMAIL-10 is refused for %j', async (change, words) => {
    const { status, body } = await generate({ ...JOB, ...change }, `bad${networks}@clinidex.test`)
    expect([status, body.error.code]).toEqual([400, 'invalid_input'])
    expect(body.error.message).toContain(words)
  })

  it('tells why the service failed', async () => {
    const failure = new AppError('ai_failed', 'Invalid response format from AI service')
    const write = vi.spyOn(app.parts.drafts, 'write').mockRejectedValue(failure)
    expect(await generate(JOB)).toMatchObject({ status: 502, body: failure.toWire() })
    write.mockRestore()
  })

  it('can be had ten times a minute by one account, on however many networks', async () => {
    const statuses: number[] = []
    for (let call = 0; call < 11; call++) {
      statuses.push((await generate(JOB, 'eager@clinidex.test')).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    expect((await generate(JOB, 'other@clinidex.test')).status).toBe(200)
  })
})
