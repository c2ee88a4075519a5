import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Breakable } from './breakable.tsx'

it('an address may break before its @ and its dots, and nowhere else', () => {
  const shown = renderToStaticMarkup(<Breakable address="ann.lee@north-clinic.test" />)
  expect(shown).toBe('ann<wbr/>.lee<wbr/>@north-clinic<wbr/>.test')
})
