import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadProfile } from './load-profile.ts'

const { signal } = new AbortController()
const answer = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
const fault = (code: string) => ({ error: { code, message: 'said so' } })

afterEach(() => vi.unstubAllGlobals())

describe('loading a profile', () => {
  it('PROFILE-01 reads the person by id', async () => {
    answer(200, { id: 'a', contacts: [] })
    expect(await loadProfile('a', signal)).toEqual({
      kind: 'found',
      person: { id: 'a', contacts: [] },
    })
  })

  it('PROFILE-07 takes an unknown id and one that is no id alike', async () => {
    answer(404, fault('not_found'))
    expect(await loadProfile('a', signal)).toEqual({ kind: 'missing' })
    answer(400, fault('invalid_input'))
    expect(await loadProfile('a', signal)).toEqual({ kind: 'missing' })
  })

  it('keeps the profile on screen where its reload fails, until it is known to be gone', async () => {
    const person = { id: 'kept', contacts: [] }
    answer(200, person)
    await loadProfile('kept', signal)
    answer(500, fault('internal_error'))
    expect(await loadProfile('kept', signal)).toEqual({ kind: 'found', person })
    expect(await loadProfile('another', signal)).toEqual({ kind: 'failed', isOffline: false })
    answer(404, fault('not_found'))
    expect(await loadProfile('kept', signal)).toEqual({ kind: 'missing' })
    answer(500, fault('internal_error'))
    expect(await loadProfile('kept', signal)).toEqual({ kind: 'failed', isOffline: false })
  })

  it('PROFILE-08 reports a failing load, an unreadable answer included', async () => {
    answer(500, fault('internal_error'))
    expect(await loadProfile('a', signal)).toEqual({ kind: 'failed', isOffline: false })
    answer(200, '<html>')
    expect(await loadProfile('a', signal)).toEqual({ kind: 'failed', isOffline: false })
  })
})
