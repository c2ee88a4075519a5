import { expect, it } from 'vitest'
import { specialtyName } from './specialty-name.ts'

it('DATA-07 title-cases names and keeps OBGYN upper case', () => {
  expect(specialtyName('FAMILY MEDICINE')).toBe('Family Medicine')
  expect(specialtyName('NURSE ANESTHETIST')).toBe('Nurse Anesthetist')
  expect(specialtyName('obgyn')).toBe('OBGYN')
  expect(specialtyName('Ob/Gyn')).toBe('OB/GYN')
  expect(specialtyName("WOMEN'S HEALTH")).toBe("Women's Health")
  expect(specialtyName('pédiatrie')).toBe('Pédiatrie')
  expect(specialtyName('OBSTETRICS AND GYNECOLOGY')).toBe('Obstetrics and Gynecology')
})

it('gives names that fold as what they name, so that a search for the name finds it', () => {
  for (const raw of ['OB/GYN', 'WOMEN’S health', 'Pédiatrie', 'ear, NOSE  & throat']) {
    expect(specialtyName(raw).toLowerCase()).toBe(raw.toLowerCase())
  }
})
