import { createFileRoute, redirect } from '@tanstack/react-router'
import { loadCode } from '#web/lib/lazy-part.tsx'

/** The list last worked with on this device: a shortcut of the installed app. */
export const Route = createFileRoute('/_auth/lists_/last')({
  beforeLoad: async () => {
    // A guard is part of the entry, which every page loads: what only this one reads is loaded here.
    const [{ readLastList }, { teamSearch }] = await loadCode(() =>
      Promise.all([import('#web/replica/last-list.ts'), import('#web/replica/teams.ts')]),
    )
    const list = await readLastList()
    if (!list) throw redirect({ to: '/lists', replace: true })
    throw redirect({
      to: '/lists/$listId',
      params: { listId: list.id },
      search: teamSearch(list),
      replace: true,
    })
  },
})
