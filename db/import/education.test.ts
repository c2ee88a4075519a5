import { describe, expect, it } from 'vitest'
import { parseEducation } from './education.ts'

const entry = (school: string, degree: string | null = null, year: number | null = null) => ({
  school,
  degree,
  year,
})

describe('parseEducation', () => {
  it.each([
    [
      'schoolName: Tufts University, degrees: [MD, PhD]',
      [entry('Tufts University', 'MD'), entry('Tufts University', 'PhD')],
    ],
    [
      'schoolName: A College, degrees: [BS]; schoolName: B University, degrees: []',
      [entry('A College', 'BS'), entry('B University')],
    ],
    ['schoolName: University of Texas, Austin', [entry('University of Texas, Austin')]],
    ['[{schoolName: A College, degrees: [BS]}]', [entry('A College', 'BS')]],
  ])('DATA-04 reads labels: %j', (text, expected) => {
    expect(parseEducation(text)).toEqual(expected)
  })

  it.each([
    [
      '{"schoolName":"A College","degrees":["BS","MS"]}',
      [entry('A College', 'BS'), entry('A College', 'MS')],
    ],
    ['[{"school":"A College","degree":"BS","year":1999}]', [entry('A College', 'BS', 1999)]],
    ['[{"school":"A College","degree":null}]', [entry('A College')]],
  ])('DATA-04 reads JSON: %j', (text, expected) => {
    expect(parseEducation(text)).toEqual(expected)
  })

  it.each([
    ['A College - BS; B University', [entry('A College', 'BS'), entry('B University')]],
    ['A College - BS, MS', [entry('A College', 'BS'), entry('A College', 'MS')]],
    ['A-B College - BS', [entry('A-B College', 'BS')]],
  ])('DATA-04 reads dashes: %j', (text, expected) => {
    expect(parseEducation(text)).toEqual(expected)
  })

  it.each(['Trained in Boston', '{not json', 'A College'])('DATA-04 keeps %j as it is', (text) => {
    expect(parseEducation(text)).toBe(text)
  })

  it.each([
    [
      'schoolName: , degrees: [MD]; schoolName: B University, degrees: [BS]',
      [entry('B University', 'BS')],
    ],
    ['schoolName: null, degrees: [MD]', null],
    ['[{"schoolName":"","degrees":["MD"]}]', null],
    ['- MD; B University - BS', [entry('B University', 'BS')]],
    ['null', null],
  ])('DATA-04 drops entries without a school: %j', (text, expected) => {
    expect(parseEducation(text)).toEqual(expected)
  })
})
