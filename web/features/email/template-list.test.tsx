import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { TemplateChoice } from './template-choice.tsx'
import { TemplateList } from './template-list.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))

const SCREENS = [
  <TemplateList key="list" onLoad={() => undefined} />,
  <TemplateChoice key="choice" chosenId={null} onChoose={() => undefined} />,
]

it.each(SCREENS)('no template is said to be saved only once that is known', (screen) => {
  const shown = (absence: 'none' | 'loading' | 'away') => {
    const isAway = absence === 'away'
    const answer = { ...NO_ROWS, isStale: true, isAway, absence }
    vi.mocked(useLiveQuery).mockReturnValue(answer)
    return renderToStaticMarkup(screen)
  }
  expect(shown('none')).toMatch(/None (saved )?yet/)
  expect(shown('loading')).not.toMatch(/None|alert/)
  expect(shown('away')).not.toContain('None')
  expect(shown('away')).toContain('role="alert"')
})
