import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { SpecialtyList } from './specialty-list.tsx'

vi.mock('#web/lib/hooks/use-remote.ts', () => ({ useRemote: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search?: object; children: ReactNode }) => (
    <a href={search ? `${to}?${new URLSearchParams({ ...search })}` : to}>{children}</a>
  ),
}))

function shown(value: unknown): string {
  vi.mocked(useRemote).mockReturnValue({
    value,
    failure: null,
    reload: () => undefined,
    change: () => undefined,
  })
  return renderToStaticMarkup(<SpecialtyList />)
}

it('HOME-09 shows its own counts without an answer, and for an empty directory', () => {
  expect(shown(undefined)).toContain('214,300')
  expect(shown([])).toContain('214,300')
  expect(shown([{ specialty: 'Cardiology', count: 12 }])).not.toContain('214,300')
})

it('HOME-08 shows the first eight specialties, each with its count and its search', () => {
  const counts = Array.from({ length: 9 }, (_, n) => ({ specialty: `S&${n}`, count: 1000 + n }))
  const links = shown(counts).match(/<a href="[^"]*">.*?<\/a>/g) ?? []
  expect(links[0]).toContain('<a href="/specialties">All specialties')
  expect(links.slice(1).map((link) => link.replace(/<\/?span[^>]*>/g, ' '))).toEqual(
    Array.from(
      { length: 8 },
      (_, n) => `<a href="/search?specialty=S%26${n}"> S&amp;${n}  1,00${n} </a>`,
    ),
  )
})
