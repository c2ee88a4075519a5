import { expect, it } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import type { Reading } from '#api/contract/search.ts'
import { isMarked, matchMarks, type TextPart } from './match-marks.ts'

const PERSON = {
  first_name: 'Éloïse',
  middle_name: null,
  last_name: "O'Brouillard-Nguyễn",
  credential: 'M.D., PhD',
  title: 'Attending Physician',
  specialty: 'Cardiovascular Disease',
  organization: 'Larkspur Heart Institute',
  skills: ['Heart Failure', 'Telemetry'],
} as Candidate

const reading = (
  text: string,
  kind: Reading['kind'],
  values: string[] = [],
  more = {},
): Reading => ({
  text,
  from: 0,
  to: text.length,
  kind,
  values,
  ...more,
})

const shown = (parts: readonly TextPart[]) =>
  parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')

it('marks a specialty, and says for which word where it is another', () => {
  const marks = matchMarks(PERSON, [
    reading('cardiologist', 'specialty', ['Cardiology', 'Cardiovascular Disease']),
  ])
  expect(shown(marks.specialty)).toBe('[Cardiovascular Disease]')
  expect(marks.specialtyFor).toBe('cardiologist')
  expect(shown(marks.title)).toBe('Attending Physician')
  expect(isMarked(marks.organization)).toBe(false)
})

it('says nothing of a synonym where the word itself stands beside it', () => {
  const person = { ...PERSON, title: 'Chief Cardiologist' } as Candidate
  const marks = matchMarks(person, [
    reading('cardiologists', 'specialty', ['Cardiovascular Disease']),
  ])
  expect(shown(marks.specialty)).toBe('[Cardiovascular Disease]')
  expect(shown(marks.title)).toBe('Chief [Cardiologist]')
  expect(marks.specialtyFor).toBeNull()
})

it('says nothing of a synonym where the words differ in their ending alone', () => {
  const person = { ...PERSON, specialty: 'Cardiology' } as Candidate
  const asked = (text: string) =>
    matchMarks(person, [reading(text, 'specialty', ['Cardiology'])]).specialtyFor
  expect(asked('cardiologists')).toBeNull()
  expect(asked('CARDIOLOGY')).toBeNull()
  expect(asked('heart doctor')).toBe('heart doctor')
})

it('marks a specialty of the stem that was typed, where the trade has another name for it', () => {
  const person = { ...PERSON, specialty: 'Cardiology' } as Candidate
  const marks = matchMarks(person, [
    reading('cardiologist', 'specialty', ['Cardiovascular Disease']),
  ])
  expect(shown(marks.specialty)).toBe('[Cardiology]')
  expect(marks.specialtyFor).toBeNull()
  const lay = [reading('heart doctor', 'specialty', ['Interventional Cardiology'])]
  expect(matchMarks(person, lay).specialtyFor).toBe('heart doctor')
})

it('takes a misspelt word for the one it was taken for', () => {
  const marks = matchMarks(PERSON, [
    reading('cardiolgist', 'specialty', ['Cardiovascular Disease'], { corrected: 'cardiologist' }),
  ])
  expect(marks.specialtyFor).toBe('cardiologist')
})

it('marks names without accents, credentials without points, the start of a word from 3 letters', () => {
  const marks = matchMarks(PERSON, [reading('nguyen', 'name'), reading('MD', 'credential', ['MD'])])
  expect(shown(marks.name)).toBe("Éloïse O'Brouillard-[Nguyễn]")
  expect(shown(marks.credential)).toBe('[M.D.], PhD')
  expect(shown(matchMarks(PERSON, [reading('tele', 'word')]).skills[1] ?? [])).toBe('[Telemetry]')
  expect(isMarked(matchMarks(PERSON, [reading('te', 'word')]).skills[1] ?? [])).toBe(false)
})

it('marks a term only where all of its words stand, and words beside each other as one', () => {
  const marks = matchMarks(PERSON, [reading('"heart institute"', 'phrase')])
  expect(shown(marks.organization)).toBe('Larkspur [Heart Institute]')
  expect(shown(marks.skills[0] ?? [])).toBe('Heart Failure')
})

it('marks nothing for what was left out, for a place, or without text', () => {
  for (const readings of [
    [],
    [reading('-telemetry', 'word', [], { isExcluded: true })],
    [reading('Heart', 'city', ['Heart'])],
    [reading('in', 'filler')],
  ]) {
    const { specialtyFor, skills, ...marks } = matchMarks(PERSON, readings)
    expect([...Object.values(marks), ...skills].some(isMarked)).toBe(false)
    expect(specialtyFor).toBeNull()
  }
})

it('SEARCH-31 drops skills that say null or undefined', () => {
  const skills = ['a', 'null', ' ', 'undefined', 'b']
  expect(matchMarks({ ...PERSON, skills }, []).skills.map(shown)).toEqual(['a', 'b'])
})
