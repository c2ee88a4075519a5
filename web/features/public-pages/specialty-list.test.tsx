import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { useRemote } from '#web/lib/use-remote.ts'
import { SpecialtyList } from './specialty-list.tsx'

vi.mock('#web/lib/use-remote.ts', () => ({ useRemote: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))

function shown(value: unknown): string {
  vi.mocked(useRemote).mockReturnValue({ value, hasFailed: false, reload: () => undefined })
  return renderToStaticMarkup(<SpecialtyList />)
}

it('HOME-09 shows its own counts without an answer, and for an empty directory', () => {
  expect(shown(undefined)).toContain('214,300')
  expect(shown([])).toContain('214,300')
  expect(shown([{ specialty: 'Cardiology', count: 12 }])).not.toContain('214,300')
})
