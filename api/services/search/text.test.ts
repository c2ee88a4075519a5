import { describe, expect, it } from 'vitest'
import { fold, prefixOf, words } from './text.ts'

describe('fold', () => {
  it('drops case, accents and apostrophes', () => {
    expect(fold('Núñez')).toBe('nunez')
    expect(fold("O'BRIEN")).toBe('obrien')
    expect(fold('O’Brien')).toBe('obrien')
    expect(fold('ﬁsher ½')).toBe('fisher 1⁄2')
  })

  it('gives a sigma one form wherever it stands', () => {
    expect(fold('ΟΔΥΣΣΕΥΣ')).toBe('οδυσσευσ')
    expect(fold('οδυσσευς')).toBe('οδυσσευσ')
  })

  it('keeps everything else', () => {
    expect(fold('OB/GYN & Co.')).toBe('ob/gyn & co.')
    expect(fold('')).toBe('')
  })
})

describe('words', () => {
  it('are runs of letters and digits', () => {
    expect(words("St. Mary's Hospital, 3M (R&D)")).toEqual([
      'st',
      'marys',
      'hospital',
      '3m',
      'r',
      'd',
    ])
    expect(words('Hôtel-Dieu de Montréal')).toEqual(['hotel', 'dieu', 'de', 'montreal'])
    expect(words('李医生')).toEqual(['李医生'])
  })

  it('are none where there is no letter or digit', () => {
    expect(words(" '—%_&|!:* ")).toEqual([])
  })
})

describe('prefixOf', () => {
  it('counts letters, not their bytes or code units', () => {
    expect(prefixOf('rn')).toBeUndefined()
    expect(prefixOf('card')).toBe('car')
    expect(prefixOf('é𝒜')).toBeUndefined()
    expect(prefixOf('𐐀𐐁𐐂𐐃')).toBe('𐐀𐐁𐐂')
  })
})
