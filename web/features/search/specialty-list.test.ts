import { describe, expect, it } from 'vitest'
import { shownSpecialties } from './specialty-list.ts'

const options = ['Cardiology', 'Family Medicine', 'Internal Medicine', 'Urology'].map(
  (specialty, index) => ({ specialty, count: 40 - index }),
)
const everything = { options, chosen: [], sought: '', facet: undefined, isOpen: false }

describe('the specialty list', () => {
  it('leaves a ticked row where it is', () => {
    const before = shownSpecialties(everything).shown
    const after = shownSpecialties({ ...everything, chosen: ['Internal Medicine'] }).shown
    expect(after).toEqual(before)
  })

  it('finds by any words of the name, in any order', () => {
    const { shown } = shownSpecialties({ ...everything, sought: 'med INT' })
    expect(shown.map(({ label }) => label)).toEqual(['Internal Medicine'])
  })

  it('keeps what is chosen in view, even when nobody counted it', () => {
    const chosen = ['urology', 'Chronobiology']
    const { shown } = shownSpecialties({ ...everything, chosen, sought: 'card' })
    expect(shown).toEqual([
      { value: 'urology', label: 'Urology', count: 37 },
      { value: 'Chronobiology', label: 'Chronobiology', count: null },
      { value: 'Cardiology', label: 'Cardiology', count: 40 },
    ])
  })

  it('lists by the counts under the other filters once they are known, spellings merged, without those of nobody', () => {
    const { shown } = shownSpecialties({
      ...everything,
      facet: { CARDIOLOGY: 2, cardiology: 1, urology: 5 },
    })
    expect(shown.map(({ label, count }) => [label, count])).toEqual([
      ['Urology', 5],
      ['Cardiology', 3],
    ])
    const chosen = shownSpecialties({
      ...everything,
      chosen: ['Family Medicine'],
      facet: { urology: 5 },
    }).shown
    expect(chosen.map(({ label, count }) => [label, count])).toEqual([
      ['Family Medicine', 0],
      ['Urology', 5],
    ])
  })

  it('lists ten, says how many more there are, and opens them', () => {
    const many = Array.from({ length: 14 }, (_, index) => ({ specialty: `S${index}`, count: 1 }))
    const { shown, hiddenCount } = shownSpecialties({ ...everything, options: many })
    expect([shown.length, hiddenCount]).toEqual([10, 4])
    const open = shownSpecialties({ ...everything, options: many, isOpen: true })
    expect([open.shown.length, open.hiddenCount]).toEqual([14, 4])
  })
})
