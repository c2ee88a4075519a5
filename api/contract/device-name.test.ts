import { expect, it } from 'vitest'
import { deviceName } from './device-name.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)'

it('tells a device by what its browser says, and guesses nothing', () => {
  expect(deviceName(`${MAC} Chrome/130.0 Safari/537.36`)).toBe('Chrome on Mac')
  expect(deviceName(`${MAC} Chrome/130.0 Safari/537.36 Edg/130.0`)).toBe('Edge on Mac')
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1')).toBe(
    'Safari on iPhone',
  )
  expect(deviceName(null)).toBe('A browser')
})
