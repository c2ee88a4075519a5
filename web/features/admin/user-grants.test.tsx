import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { AdminUserView } from '#api/contract/admin-user-page.ts'
import { UserGrants } from './user-grants.tsx'

const { remote } = vi.hoisted(() => ({ remote: { value: [] as object[] } }))
vi.mock('#web/lib/use-remote.ts', () => ({
  useRemote: () => ({ ...remote, hasFailed: false, reload: () => undefined }),
}))

const view = {
  user: { id: '1', email: 'ada@example.com' },
  actor: null,
} as unknown as AdminUserView

function shown(isLive: boolean): string {
  const grant = { id: 'a grant', feature_type: 'full_access', active: true, notes: null }
  const terms = { expires_at: '2026-11-27T09:00:00Z', max_uses: null, uses_count: 0 }
  remote.value = [{ ...grant, ...terms, is_live: isLive }]
  return renderToStaticMarkup(<UserGrants view={view} onChanged={() => undefined} />)
}

it('offers to revoke access while there is some', () => {
  expect(shown(true)).toContain('Live')
  expect(shown(true)).toContain('Revoke access')
  expect(shown(false)).toContain('Over')
  expect(shown(false)).not.toContain('Revoke access')
})
