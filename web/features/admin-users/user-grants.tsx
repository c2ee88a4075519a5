import { useCallback, useState } from 'react'
import type { AdminUserView } from '#api/contract/admin-user-page.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { LIMITED_DATA } from './account-messages.ts'
import { fetchGrants, type Grant, grantAccess, revokeAccess } from './accounts-client.ts'
import { GrantDialog } from './grant-dialog.tsx'
import { FEATURES, grantTerms } from './grant-words.ts'
import { useDeed } from './use-deed.ts'

/** An account's grants, with a way to grant and revoke. */
export function UserGrants({
  view: { user, actor },
  onChanged,
}: {
  view: AdminUserView
  onChanged(): void
}) {
  // Read again with the account, which an action may have changed: the object is another one then.
  const read = useCallback(() => fetchGrants(user.id), [user])
  const { value: grants, failure } = useRemote(read)
  const [asked, setAsked] = useState<'grant' | 'revoke' | null>(null)
  const { isBusy, run } = useDeed()

  const change = (deed: 'grant' | 'revoke', send: () => Promise<void>, done: string) =>
    run(deed, async () => {
      await send()
      setAsked(null)
      showToast({ title: done, tone: 'ok' })
      onChanged()
    })
  const grant = (terms: Grant) =>
    change('grant', () => grantAccess(user.id, terms), 'Access granted')
  const revoke = () => {
    setAsked(null)
    change('revoke', () => revokeAccess(user.id), 'Access revoked')
  }

  return (
    <section aria-label="Demo access">
      <h2 className="pb-3 font-semibold text-md">Demo access</h2>
      {failure && (
        <p role="status" className="mb-3 text-warn">
          {LIMITED_DATA.title}
        </p>
      )}
      {!grants && !failure && <Skeleton className="h-12" />}
      {grants?.length === 0 && <p className="text-muted">Nothing was granted.</p>}
      <ul className="flex flex-col gap-3">
        {grants?.map((each) => (
          <li key={each.id}>
            <p className="flex items-center gap-2">
              {FEATURES[each.feature_type]}
              <Badge hue={each.is_live ? 'pharmacist' : 'default'}>
                {each.is_live ? 'Live' : 'Over'}
              </Badge>
            </p>
            <p className="text-muted text-sm tabular-nums">{grantTerms(each)}</p>
            {each.notes && <p className="wrap-anywhere text-muted text-sm">{each.notes}</p>}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 pt-4">
        <Button disabled={isBusy} onClick={() => setAsked('grant')}>
          Grant access
        </Button>
        {grants?.some(({ is_live }) => is_live) && (
          <Button variant="ghost" disabled={isBusy} onClick={() => setAsked('revoke')}>
            Revoke access
          </Button>
        )}
      </div>
      {asked === 'grant' && (
        <GrantDialog
          whom={user.email}
          actor={actor}
          isBusy={isBusy}
          onClose={() => setAsked(null)}
          onGrant={grant}
        />
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          title="Revoke their access?"
          keepLabel="Keep it"
          confirmLabel="Revoke access"
          onKeep={() => setAsked(null)}
          onConfirm={revoke}
        >
          Every grant of this account ends at once.
        </ConfirmDialog>
      )}
    </section>
  )
}
