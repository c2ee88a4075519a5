import { type MouseEvent, useEffect, useState } from 'react'
import type { TeamSettings as Settings } from '#api/contract/teams.ts'
import { cooldownDays, leaseDays } from '#db/schema/teams.ts'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { teamNameFault } from '#web/lib/account/team-name.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useDraft } from '#web/lib/hooks/use-draft.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { wholeNumber } from '#web/lib/whole-number.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-page.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { saveTeamSettings } from './team-client.ts'
import { COOLDOWN_INVALID, LEASE_INVALID, teamErrorMessage } from './team-messages.ts'

interface Draft {
  name: string
  lease: string
  cooldown: string
}

/** What the user typed, and saves of it that the rows do not hold yet. */
interface Work {
  typed: Partial<Draft>
  saved?: {
    typed: Partial<Draft>
    /** What the rows said when it was sent, and what saves just before it are still to make of them. */
    from: readonly Settings[]
    to: Settings
  }
}

const FIELDS = ['name', 'lease', 'cooldown'] as const
const NO_WORK: Work = { typed: {} }

/** Name, lease and cooldown of a team. */
export function TeamSettings({ team }: { team: OwnTeamRow }) {
  // Fields that were not edited follow the rows.
  const [work = NO_WORK, setWork] = useDraft<Work>(`settings of ${team.id}`)
  const [errors, setErrors] = useState<Partial<Draft>>({})
  const form = useSubmit(send, ApiError, teamErrorMessage)
  const present = leftOf(work, team)
  const { typed, saved } = present
  const draft: Draft = { ...draftOf(team), ...saved?.typed, ...typed }
  const isEdited = Object.keys(typed).length > 0
  useEffect(() => {
    if (present !== work) setWork(present)
  }, [present, work, setWork])

  async function send() {
    const lease = leaseDays.safeParse(wholeNumber(draft.lease))
    const cooldown = cooldownDays.safeParse(wholeNumber(draft.cooldown))
    const nameFault = teamNameFault(draft.name)
    setErrors({
      ...(nameFault ? { name: nameFault } : {}),
      ...(lease.success ? {} : { lease: LEASE_INVALID }),
      ...(cooldown.success ? {} : { cooldown: COOLDOWN_INVALID }),
    })
    if (nameFault || !lease.success || !cooldown.success) return undefined
    const settings = {
      name: draft.name.trim(),
      lease_days: lease.data,
      cooldown_days: cooldown.data,
    }
    await saveTeamSettings(team.id, settings)
    setWork((now = NO_WORK) => ({
      ...now,
      saved: {
        typed: { ...now.saved?.typed, ...typed },
        from: [...(now.saved ? [...now.saved.from, now.saved.to] : []), team],
        to: settings,
      },
    }))
    showToast({ title: 'Team saved', tone: 'ok' })
    return undefined
  }

  function handleDiscard({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    setWork((now) => now && { ...now, typed: {} })
    setErrors({})
    form.clearFailure()
    // The button goes with the changes.
    currentTarget.form?.querySelector('input')?.focus()
  }

  const field = (name: keyof Draft) => ({
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) =>
      setWork((now = NO_WORK) => ({
        ...now,
        typed: { ...now.typed, [name]: event.target.value },
      })),
  })

  return (
    <section aria-label="Settings">
      <h3 className="font-semibold">Settings</h3>
      <form noValidate onSubmit={form.handleSubmit} className="mt-4 flex max-w-120 flex-col gap-5">
        <TextField {...field('name')} label="Team name" autoComplete="off" required />
        <TextField
          {...field('lease')}
          label="Lease"
          inputMode="numeric"
          autoComplete="off"
          required
          trailing={<Unit />}
          hint="1 to 14 days. A member’s device that is offline for longer loses the team’s lists."
        />
        <TextField
          {...field('cooldown')}
          label="Cooldown"
          inputMode="numeric"
          autoComplete="off"
          required
          trailing={<Unit />}
          hint="0 to 90 days. For so long after a contact the others are warned of a second one."
        />
        <FormFailure>{form.failure}</FormFailure>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isBusy={form.isBusy}>
            Save settings
          </Button>
          {isEdited && (
            <Button variant="ghost" disabled={form.isBusy} onClick={handleDiscard}>
              Discard changes
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}

function Unit() {
  return <span className="px-2 text-muted text-sm">days</span>
}

const draftOf = (team: OwnTeamRow): Draft => ({
  name: team.name,
  lease: String(team.lease_days),
  cooldown: String(team.cooldown_days),
})

/**
 * The work without what the rows hold by now: what was saved, also where another owner's change came with it,
 * and what says the same as they do.
 * @returns the same object where nothing goes.
 */
function leftOf(work: Work, team: OwnTeamRow): Work {
  const { saved } = work
  const pending =
    saved?.from.some((settings) => holds(team, settings)) && !holds(team, saved.to)
      ? saved
      : undefined
  const typed = without(pending ? work.typed : without(work.typed, saved?.typed ?? {}), {
    ...draftOf(team),
    ...pending?.typed,
  })
  const hasAll = Object.keys(typed).length === Object.keys(work.typed).length
  if (hasAll && pending === saved) return work
  return { typed, ...(pending ? { saved: pending } : {}) }
}

function holds(team: OwnTeamRow, settings: Settings): boolean {
  return (
    team.name === settings.name &&
    team.lease_days === settings.lease_days &&
    team.cooldown_days === settings.cooldown_days
  )
}

/** A draft without the fields whose text is that of another. */
function without(draft: Partial<Draft>, other: Partial<Draft>): Partial<Draft> {
  const kept = FIELDS.filter((name) => name in draft && draft[name] !== other[name])
  return Object.fromEntries(kept.map((name) => [name, draft[name]]))
}
