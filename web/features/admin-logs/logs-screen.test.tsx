import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { SelectProps } from '#web/ui/select.tsx'
import { LogsScreen } from './logs-screen.tsx'

const { selects } = vi.hoisted(() => ({ selects: new Map<string, SelectProps>() }))
vi.mock('#web/ui/select.tsx', () => ({
  Select: (props: SelectProps) => {
    selects.set(props.label, props)
    return null
  },
}))

it('LOGS-06 another range or type shows the entries of all faults again', () => {
  const asked = vi.fn()
  const view = { range: '7d', type: 'timeout', group: 'a'.repeat(32) } as const
  renderToStaticMarkup(<LogsScreen view={view} onShow={asked} />)
  selects.get('Time range')?.onValueChange('1h')
  selects.get('Error type')?.onValueChange('other')
  selects.get('Error type')?.onValueChange('all')
  expect(asked.mock.calls).toEqual([
    [{ range: '1h', type: 'timeout' }],
    [{ range: '7d', type: 'other' }],
    [{ range: '7d' }],
  ])
})
