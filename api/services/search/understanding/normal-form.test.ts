import { expect, it } from 'vitest'
import { normalForm, phraseKey } from './normal-form.ts'

it.each([
  ['cardiologists', 'cardiology'],
  ['neurological', 'neurology'],
  ['psychiatrist', 'psychiatry'],
  ['pediatricians', 'pediatrics'],
  ['paediatric', 'pediatrics'],
  ['obstetrician', 'obstetrics'],
  ['orthodontist', 'orthodontics'],
  ['surgeons', 'surgery'],
  ['anaesthesia', 'anesthesia'],
  ['rns', 'rn'],
  ['pharmacies', 'pharmacy'],
  ['gis', 'gis'],
  ['diagnosis', 'diagnosis'],
  ['texas', 'texas'],
  ['constructor', 'constructor'],
])('the form of %s is %s', (word, form) => {
  expect(normalForm(word)).toBe(form)
})

it('leaves joints out of phrases', () => {
  expect(phraseKey(['labor', 'and', 'delivery'])).toBe(phraseKey(['labor', 'delivery']))
})
