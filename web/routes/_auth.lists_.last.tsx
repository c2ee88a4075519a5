import { createFileRoute, redirect } from '@tanstack/react-router'
import { readLastList } from '#web/replica/last-list.ts'
import { teamSearch } from '#web/replica/teams.ts'

/** The list last worked with on this device: a shortcut of the installed app. */
export const Route = createFileRoute('/_auth/lists_/last')({
  beforeLoad: async () => {
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
