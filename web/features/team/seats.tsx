import { Minus, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { PriceName } from '#api/contract/billing.ts'
import type { SeatsPreview, TeamPlanAnswer } from '#api/contract/team-billing.ts'
import { SEATS_ADDED_MAX, SEATS_BOUGHT_MIN, SEATS_MAX } from '#db/schema/teams.ts'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { SEATS_UNKNOWN, seatsErrorMessage } from '#web/lib/account/billing-messages.ts'
import { destinationOf } from '#web/lib/account/checkout-destination.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import type { SingleRun } from '#web/lib/hooks/use-single-run.ts'
import { withConfirmation } from '#web/session/confirm-identity.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import {
  amountError,
  checkoutText,
  planText,
  previewText,
  seatCount,
  seatsText,
} from './seats-words.ts'
import {
  changeSeats,
  createTeamCheckout,
  createTeamPortal,
  fetchTeamPlan,
  previewSeats,
} from './team-billing-client.ts'

/** A team's seats and its plan, for its owners: how many there are, what more or fewer cost. */
export function Seats({
  team,
  used,
  isPaymentChecked,
}: {
  team: Pick<OwnTeamRow, 'id' | 'seats'>
  /** The number of seats taken, from the device's rows: the plan is read again when it changes. */
  used: number
  /** False while a payment of the team is being looked up. */
  isPaymentChecked: boolean
}) {
  return (
    <section aria-label="Seats" className="max-w-120">
      <h2 className="font-semibold text-md">Seats</h2>
      {isPaymentChecked ? <CurrentPlan team={team} used={used} /> : <PlanSkeleton />}
    </section>
  )
}

const PlanSkeleton = () => <Skeleton className="mt-2 h-36" />

function CurrentPlan({
  team: { id: teamId, seats },
  used,
}: {
  team: Pick<OwnTeamRow, 'id' | 'seats'>
  used: number
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when seats are bought or taken.
  const read = useCallback(() => fetchTeamPlan(teamId), [teamId, seats, used])
  const { value, failure, reload } = useRemote(read)
  return (
    <>
      {value ? (
        <Plan key={`${value.seats} ${value.plan?.renewal_seats}`} {...{ teamId, value, reload }} />
      ) : failure ? (
        <ErrorPanel
          title={SEATS_UNKNOWN.title}
          action={
            <Button size="sm" onClick={reload}>
              Try again
            </Button>
          }
        >
          {SEATS_UNKNOWN.description}
        </ErrorPanel>
      ) : (
        <PlanSkeleton />
      )}
    </>
  )
}

interface PlanProps {
  teamId: string
  value: TeamPlanAnswer
  /** Reads the plan again. */
  reload(): void
}

function Plan({ teamId, value, reload }: PlanProps) {
  const { plan } = value
  const { isBusy, run } = useAction(ApiError, (error) => {
    showToast({ ...seatsErrorMessage(error), tone: 'danger' })
    // The plan shown may be out of date.
    reload()
  })
  const portal = () => run(async () => follow(await createTeamPortal(teamId)))
  return (
    <>
      <p className="mt-1 text-md tabular-nums">{seatsText(value)}</p>
      <p className="mt-1 text-muted">{planText(value)}</p>
      {plan ? (
        <Change {...{ teamId, value, plan, isBusy, run, reload }} />
      ) : (
        <FirstPlan {...{ teamId, value, isBusy, run }} />
      )}
      {(plan || value.closes_at) && (
        <div className="mt-3">
          <Button isBusy={isBusy} onClick={portal}>
            Manage Billing
          </Button>
        </div>
      )}
    </>
  )
}

/** More seats at once, or fewer from the renewal on; the price is seen before it is paid. */
function Change({
  teamId,
  value: { seats, seats_used: used },
  plan: { renewal_seats: renewal, period_end: end },
  isBusy,
  run,
  reload,
}: PlanProps & SingleRun & { plan: NonNullable<TeamPlanAnswer['plan']> }) {
  const [wanted, setWanted] = useState(renewal)
  const [priced, setPriced] = useState<{ seats: number; preview: SeatsPreview }>()
  // A price may arrive after the amount was changed.
  const preview = priced?.seats === wanted ? priced.preview : undefined
  const isLowered = renewal < seats
  const range = { min: Math.max(SEATS_BOUGHT_MIN, used), max: mostSeats(seats, isLowered) }
  const change = async (to: number, { from, at }: SeatsPreview) => {
    if (!(await withConfirmation(() => changeSeats(teamId, { seats: to, from, at })))) return
    showToast({
      title: to > seats ? `The team has ${seatCount(to)}` : `The plan renews with ${seatCount(to)}`,
    })
    reload()
  }
  return (
    <>
      {isLowered && (
        <p className="mt-3">
          {seatCount(renewal)} from {end ? formatDay(end) : 'the renewal'}.{' '}
          <Button
            size="sm"
            isBusy={isBusy}
            onClick={() => run(async () => change(seats, await previewSeats(teamId, seats)))}
          >
            Keep {seatCount(seats)}
          </Button>
        </p>
      )}
      <Amount
        {...{ wanted, ...range }}
        added={isLowered ? undefined : SEATS_ADDED_MAX}
        onChange={(next) => {
          setWanted(next)
          setPriced(undefined)
        }}
      />
      {/* Holds its line, so that nothing below moves. */}
      <p role="status" className="mt-2 min-h-12 text-muted tabular-nums">
        {preview && previewText(preview)}
      </p>
      {preview ? (
        <Button
          variant="primary"
          isBusy={isBusy}
          onClick={() => run(() => change(wanted, preview))}
        >
          {wanted > seats ? `Buy ${seatCount(wanted - seats)}` : `Renew with ${seatCount(wanted)}`}
        </Button>
      ) : (
        <Button
          isBusy={isBusy}
          disabled={wanted === renewal || !isWithin({ wanted, ...range })}
          onClick={() =>
            run(async () =>
              setPriced({ seats: wanted, preview: await previewSeats(teamId, wanted) }),
            )
          }
        >
          See the price
        </Button>
      )}
    </>
  )
}

/** The most seats that a change may ask for. */
function mostSeats(seats: number, isLowered: boolean): number {
  return isLowered ? seats : Math.min(seats + SEATS_ADDED_MAX, SEATS_MAX)
}

const PRICES: readonly { value: PriceName; label: string }[] = [
  { value: 'price_monthly', label: 'Monthly' },
  { value: 'price_annual', label: 'Annual' },
]

/** The first plan of a team, paid for on a page of the billing service. */
function FirstPlan({
  teamId,
  value: { seats, seats_used: used },
  isBusy,
  run,
}: Omit<PlanProps, 'reload'> & SingleRun) {
  const range = { min: Math.max(SEATS_BOUGHT_MIN, used), max: SEATS_MAX }
  const [wanted, setWanted] = useState(Math.max(range.min, seats))
  const [priceId, setPriceId] = useState<PriceName>('price_monthly')
  const order = { priceId, seats: wanted }
  return (
    <>
      <div className="mt-4">
        <Segmented<PriceName>
          label="Plan"
          value={priceId}
          onValueChange={setPriceId}
          options={PRICES}
        />
      </div>
      <Amount {...{ wanted, ...range }} onChange={setWanted} />
      <p role="status" className="mt-2 min-h-6 text-muted tabular-nums">
        {isWithin({ wanted, ...range }) && checkoutText(priceId, wanted)}
      </p>
      <Button
        variant="primary"
        className="mt-3"
        isBusy={isBusy}
        disabled={!isWithin({ wanted, ...range })}
        onClick={() => run(async () => follow(await createTeamCheckout(teamId, order)))}
      >
        Continue to payment
      </Button>
    </>
  )
}

interface AmountProps {
  wanted: number
  min: number
  max: number
  /** How many may be added at a time, where `max` comes of that. */
  added?: number
  onChange(wanted: number): void
}

const isWithin = ({ wanted, min, max }: Pick<AmountProps, 'wanted' | 'min' | 'max'>) =>
  wanted >= min && wanted <= max

/** A number of seats, typed or by two buttons. */
function Amount({ wanted, min, max, added, onChange }: AmountProps) {
  return (
    <fieldset className="mt-4 flex min-w-0 items-start gap-2">
      <legend className="sr-only">How many seats</legend>
      <IconButton
        icon={Minus}
        label="One seat fewer"
        disabled={wanted <= min}
        onClick={() => onChange(Math.min(wanted - 1, max))}
      />
      <TextField
        className="w-40"
        label="Seats"
        isLabelHidden
        type="number"
        inputMode="numeric"
        value={wanted}
        error={isWithin({ wanted, min, max }) ? undefined : amountError(min, max, added)}
        onChange={(event) => {
          const next = Number(event.target.value)
          if (Number.isInteger(next)) onChange(next)
        }}
      />
      <IconButton
        icon={Plus}
        label="One seat more"
        disabled={wanted >= max}
        onClick={() => onChange(Math.max(wanted + 1, min))}
      />
    </fieldset>
  )
}

/** Goes to the page that an answer names. @throws ApiError where it names none. */
function follow(answer: unknown): void {
  const destination = destinationOf(answer)
  if (!destination) throw new ApiError('malformed_answer', 'The answer leads nowhere.')
  window.location.assign(destination.kind === 'elsewhere' ? destination.url : destination.path)
}
