import { useCallback, useState } from 'react'
import type { TeamInvite } from '#api/contract/teams.ts'
import { INVITE_DAYS, INVITED_ROLES, type InvitedRole } from '#db/schema/teams.ts'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { canInTeam, inviteActionOf } from '#sync/contract/team-permissions.ts'
import { ROLE_WORDS, roleOptions } from '#web/lib/account/team-roles.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { isEmailAddress } from '#web/lib/email-address.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { useDraft } from '#web/lib/hooks/use-draft.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-page.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { fetchInvites, inviteToTeam, revokeInvite } from './team-client.ts'
import { EMAIL_INVALID, INVITES_FAILED, teamErrorMessage } from './team-messages.ts'

/** Inviting by address, and the invitations that nobody has accepted yet. */
export function Invitations({
  team,
  members,
  hasFreeSeat,
}: {
  team: OwnTeamRow
  /** Changes when a member joins: the open invitations are read again. */
  members: unknown
  hasFreeSeat: boolean
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when one may have been accepted.
  const read = useCallback(() => fetchInvites(team.id), [team.id, members])
  const { value, failure, reload } = useRemote(read)
  return (
    <section aria-label="Invite">
      <h3 className="font-semibold">Invite</h3>
      <InviteForm team={team} hasFreeSeat={hasFreeSeat} onInvited={reload} />
      {!value && !failure && <Skeleton className="mt-6 h-16" />}
      {!value && failure && (
        <p className="mt-6 flex flex-wrap items-center gap-3 text-muted">
          {INVITES_FAILED}
          <Button size="sm" onClick={reload}>
            Try again
          </Button>
        </p>
      )}
      {value && value.length > 0 && (
        <ul aria-label="Open invitations" className="mt-6 border-line border-t">
          {value.map((invite) => (
            <OpenInvite key={invite.id} team={team} invite={invite} onRevoked={reload} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface Invitation {
  email: string
  role: InvitedRole
}

const NO_INVITATION: Invitation = { email: '', role: 'recruiter' }

function InviteForm({
  team,
  hasFreeSeat,
  onInvited,
}: {
  team: OwnTeamRow
  hasFreeSeat: boolean
  onInvited(): void
}) {
  const [draft = NO_INVITATION, setDraft] = useDraft<Invitation>(`invitation to ${team.id}`)
  const [emailFault, setEmailFault] = useState<string>()
  const { failure, isBusy, handleSubmit } = useSubmit(send, ApiError, teamErrorMessage)
  const roles = INVITED_ROLES.filter((each) => canInTeam(team.role, inviteActionOf(each)))
  // An owner who is a manager meanwhile invites no managers any more.
  const role = roles.includes(draft.role) ? draft.role : 'recruiter'

  async function send() {
    const address = draft.email.trim()
    const fault = isEmailAddress(address) ? undefined : EMAIL_INVALID
    setEmailFault(fault)
    if (fault) return undefined
    const invite = await inviteToTeam(team.id, { email: address, role })
    // The next address may have been typed meanwhile.
    setDraft((now) => (now?.email === draft.email ? { ...now, email: '' } : now))
    onInvited()
    showToast({ title: 'Invitation sent', description: `To ${invite.email}.`, tone: 'ok' })
    return undefined
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="mt-3 flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_10rem]">
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          required
          value={draft.email}
          error={emailFault}
          onChange={(event) => setDraft({ ...draft, email: event.target.value })}
        />
        <Select
          label="Role"
          value={role}
          onValueChange={(value) =>
            setDraft({ ...draft, role: roles.find((each) => each === value) ?? role })
          }
          options={roleOptions(roles)}
        />
      </div>
      <p className="text-muted text-sm">
        {ROLE_WORDS[role].may} {seatWords(role, hasFreeSeat)}The link in the mail works for{' '}
        {INVITE_DAYS} days, once.
      </p>
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" variant="primary" className="self-start" isBusy={isBusy}>
        Send invitation
      </Button>
    </form>
  )
}

function seatWords(role: InvitedRole, hasFreeSeat: boolean): string {
  if (role === 'viewer') return 'Viewers take no seat. '
  return hasFreeSeat ? '' : 'No seat is free: joining waits until one is. '
}

function OpenInvite({
  team,
  invite,
  onRevoked,
}: {
  team: OwnTeamRow
  invite: TeamInvite
  onRevoked(): void
}) {
  const { isBusy, run } = useAction(ApiError, (error) => {
    const description = teamErrorMessage(error)
    showToast({ title: 'Invitation not revoked', description, tone: 'danger' })
    // The invitation may be accepted or expired by now.
    if (error.code === 'not_found') onRevoked()
  })

  async function revoke() {
    await revokeInvite(team.id, invite.id)
    showToast({ title: 'Invitation revoked', description: `Of ${invite.email}.`, tone: 'ok' })
    onRevoked()
  }

  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">{invite.email}</p>
        <p className="text-muted text-sm">
          {ROLE_WORDS[invite.role].name}, invited by <bdi>{invite.invited_by}</bdi>
          <span aria-hidden> · </span>
          <span className="whitespace-nowrap">expires {formatDay(invite.expires_at)}</span>
        </p>
      </div>
      {canInTeam(team.role, inviteActionOf(invite.role)) && (
        <Button
          size="sm"
          aria-label={`Revoke the invitation of ${invite.email}`}
          isBusy={isBusy}
          onClick={() => run(revoke)}
        >
          Revoke
        </Button>
      )}
    </li>
  )
}
