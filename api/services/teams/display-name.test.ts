import { expect, it } from 'vitest'
import { displayName } from './display-name.ts'

const shown = (name: string) => displayName({ name, email: 'ana.lima@agency.test' })

it('TEAMS-01 a member is shown by name, in one line', () => {
  expect(shown('  Ana\n Lima ')).toBe('Ana Lima')
  expect(shown('אנה לימה')).toBe('אנה לימה')
})

it.each(['', ' \t', '\u200b', 'Ana \u202egnp.exe', 'See https://agency.test', 'www.agency.test'])(
  'TEAMS-01 and by the address where the name cannot be shown: %j',
  (name) => {
    expect(shown(name)).toBe('ana.lima')
  },
)
