import { useCallback, useState } from 'react'
import type { BulkResult } from '#api/contract/admin-grants.ts'
import type { AdminUser } from '#api/contract/admin-users.ts'
import { retriedCall } from '#web/lib/retried-call.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { asApiError, deedError } from './account-messages.ts'
import {
  fetchUsers,
  type Grant,
  grantSeveral,
  revokeSeveral,
  type UserSearch,
} from './accounts-client.ts'
import { type Pages, usePages } from './use-pages.ts'
import { orderOf } from './user-search.ts'

const NONE: ReadonlySet<string> = new Set()

/** An account's result in a bulk action. */
export interface Outcome {
  isDone: boolean
  words: string
}

interface Marks {
  /** The key of the list they belong to. */
  of: string
  selected: ReadonlySet<string>
  outcomes: Readonly<Record<string, Outcome>>
}

export interface UserList extends Pages<AdminUser> {
  selected: ReadonlySet<string>
  select(ids: ReadonlySet<string>): void
  isBusy: boolean
  outcomes: Readonly<Record<string, Outcome>>
  /** @returns whether the server answered; each account's outcome is its own. */
  grantSelected(grant: Grant): Promise<boolean>
  revokeSelected(): Promise<boolean>
}

/** The accounts that match a search, and bulk actions on the selected ones. */
export function useUserList(search: UserSearch): UserList {
  const key = JSON.stringify(search)
  // Keyed by text, for the search is a new object on every render.
  const fetchPage = useCallback(
    async (after?: string) => {
      const asked = JSON.parse(key) as UserSearch
      const { users, next, count } = await retriedCall(() =>
        fetchUsers({ ...asked, ...orderOf(asked) }, after),
      )
      return { rows: users, next, count }
    },
    [key],
  )
  const pages = usePages(fetchPage)
  // A selection belongs to one list and ends with it.
  const [marks, setMarks] = useState<Marks>({ of: key, selected: NONE, outcomes: {} })
  const { selected, outcomes } = marks.of === key ? marks : { selected: NONE, outcomes: {} }
  const [isBusy, setIsBusy] = useState(false)

  async function doAll(
    deed: 'grant' | 'revoke',
    make: (ids: string[]) => Promise<BulkResult>,
    done: string,
  ): Promise<boolean> {
    setIsBusy(true)
    try {
      const { results } = await make([...selected])
      const failed = results.filter(({ error }) => error !== null)
      setMarks({
        of: key,
        selected: new Set(failed.map(({ user_id }) => user_id)),
        outcomes: Object.fromEntries(
          results.map(({ user_id, error }) => [
            user_id,
            { isDone: error === null, words: error ?? done },
          ]),
        ),
      })
      showToast(
        failed.length > 0
          ? {
              title: `${done}: ${results.length - failed.length} of ${results.length}`,
              description: 'The others say why, and stay selected.',
              tone: 'danger',
            }
          : { title: `${done}: ${results.length}`, tone: 'ok' },
      )
      pages.reload()
      return true
    } catch (error) {
      showToast({ ...deedError(asApiError(error), deed), tone: 'danger' })
      return false
    } finally {
      setIsBusy(false)
    }
  }

  return {
    ...pages,
    selected,
    select: (ids) => setMarks({ of: key, selected: ids, outcomes }),
    isBusy,
    outcomes,
    grantSelected: (grant) => doAll('grant', (ids) => grantSeveral(ids, grant), 'Access granted'),
    revokeSelected: () => doAll('revoke', revokeSeveral, 'Access revoked'),
  }
}
