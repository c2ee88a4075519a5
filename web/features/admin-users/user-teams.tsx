import { useState } from 'react'
import type { AdminTeam, AdminUserView } from '#api/contract/admin-user-page.ts'
import { SEATS_MAX } from '#db/schema/teams.ts'
import { teamNameFault } from '#web/lib/account/team-name.ts'
import { ROLE_WORDS } from '#web/lib/account/team-roles.ts'
import { formatCount } from '#web/lib/format.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { wholeNumber } from '#web/lib/whole-number.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { openTeam, setTeamSeats } from './accounts-client.ts'
import { useDeed } from './use-deed.ts'

const STARTING_SEATS = '5'

/** The teams that an account is in, with a way to set their seats and to open one more. */
export function UserTeams({
  view: { user, teams },
  onChanged,
}: {
  view: AdminUserView
  onChanged(): void
}) {
  const [isOpening, setIsOpening] = useState(false)
  const handleOpened = () => {
    setIsOpening(false)
    onChanged()
  }
  return (
    <section aria-label="Teams">
      <h2 className="pb-3 font-semibold text-md">Teams</h2>
      {teams.length === 0 && <p className="text-muted">In no team.</p>}
      <ul className="flex flex-col gap-5">
        {teams.map((team) => (
          <li key={team.id} aria-label={team.name}>
            <p className="wrap-anywhere">
              <bdi>{team.name}</bdi>
            </p>
            <p className="text-muted text-sm tabular-nums">
              {ROLE_WORDS[team.role].name}
              <span aria-hidden> · </span>
              {seatsTaken(team)}
            </p>
            {team.is_paid ? (
              <p className="text-muted text-sm">Pays for its seats by itself.</p>
            ) : (
              <SeatsForm team={team} onChanged={onChanged} />
            )}
          </li>
        ))}
      </ul>
      <div className="pt-5">
        <Button onClick={() => setIsOpening(true)}>Open a team</Button>
      </div>
      {isOpening && (
        <OpenTeam user={user} onClose={() => setIsOpening(false)} onOpened={handleOpened} />
      )}
    </section>
  )
}

function SeatsForm({ team, onChanged }: { team: AdminTeam; onChanged(): void }) {
  const [seats, setSeats] = useState(String(team.seats))
  const [error, setError] = useState<string>()
  const { isBusy, run } = useDeed()

  const { handleSubmit } = useSubmit(send)

  async function send() {
    const fault = seatsFault(seats)
    setError(fault)
    if (fault) return undefined
    run('seats', async () => {
      await setTeamSeats(team.id, Number(seats))
      showToast({ title: 'Seats set', tone: 'ok' })
      onChanged()
    })
    return undefined
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex items-start gap-2 pt-2">
      <TextField
        className="w-40"
        label={`Seats of ${team.name}`}
        isLabelHidden
        inputMode="numeric"
        autoComplete="off"
        value={seats}
        error={error}
        trailing={<span className="pr-2 text-muted">seats</span>}
        onChange={(event) => setSeats(event.target.value)}
      />
      <Button type="submit" isBusy={isBusy}>
        Save
      </Button>
    </form>
  )
}

function OpenTeam({
  user,
  onClose,
  onOpened,
}: {
  user: AdminUserView['user']
  onClose(): void
  onOpened(): void
}) {
  const [name, setName] = useState('')
  const [seats, setSeats] = useState(STARTING_SEATS)
  const [faults, setFaults] = useState<{ name?: string; seats?: string }>({})
  const { isBusy, run } = useDeed()

  const { handleSubmit } = useSubmit(send)

  async function send() {
    const found = { name: teamNameFault(name), seats: seatsFault(seats) }
    setFaults(found)
    if (found.name || found.seats) return undefined
    run('team', async () => {
      await openTeam({ user_id: user.id, name: name.trim(), seats: Number(seats) })
      showToast({ title: 'Team opened', tone: 'ok' })
      onOpened()
    })
    return undefined
  }

  return (
    <FormDialog
      title="Open a team"
      description={`${user.email} is its owner, and takes one of the seats. What its members may see is up to their plans, until the team has one.`}
      confirmLabel="Open team"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <TextField
        label="Name"
        autoComplete="off"
        value={name}
        error={faults.name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        className="w-40"
        label="Seats"
        inputMode="numeric"
        autoComplete="off"
        value={seats}
        error={faults.seats}
        onChange={(event) => setSeats(event.target.value)}
      />
    </FormDialog>
  )
}

/** "3 of 5 seats taken". */
function seatsTaken({ seated, seats }: AdminTeam): string {
  return `${formatCount(seated)} of ${formatCount(seats)} ${seats === 1 ? 'seat' : 'seats'} taken`
}

function seatsFault(text: string): string | undefined {
  const seats = wholeNumber(text)
  const isValid = seats >= 1 && seats <= SEATS_MAX
  return isValid ? undefined : `Please enter a whole number from 1 to ${formatCount(SEATS_MAX)}.`
}
