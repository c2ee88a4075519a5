import { type FormEvent, useCallback, useState } from 'react'
import type { AdminFigures } from '#api/contract/admin-figures.ts'
import { DEFAULT_FIGURE_DAYS } from '#api/contract/figure-names.ts'
import { loadError } from '#web/lib/admin/admin-messages.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { InBrowser, lazyPart } from '#web/lib/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { spanWords } from './figure-words.ts'
import { fetchFigures } from './figures-client.ts'
import { type FiguresRange, rangeBetween, readFiguresSearch } from './figures-range.ts'

const Plots = lazyPart(async () => (await import('./plots.tsx')).Plots)

const RANGES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '12 months' },
] as const

const FAILED = 'Failed to load figures'

/** The product's figures for a range of days, compared with as many days before. */
export function FiguresSection({
  range,
  onRange,
}: {
  range: FiguresRange
  onRange(range: FiguresRange): void
}) {
  const { figures, failure, isLoading, reload } = useFigures(range)
  const error = failure && loadError(failure, FAILED)
  const days = range.days ?? DEFAULT_FIGURE_DAYS
  const preset = range.to ? undefined : RANGES.find(({ value }) => Number(value) === days)?.value
  return (
    <section aria-labelledby="figures" className="pt-12">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3 pb-6">
        <div className="grow basis-80">
          <h2 id="figures" className="font-semibold text-lg">
            Figures
          </h2>
          <p className="min-h-5 text-muted text-sm">{figures && periodWords(figures)}</p>
        </div>
        <div className="flex min-w-0 flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
          <Segmented
            label="Range"
            value={preset ?? ''}
            onValueChange={(value) => onRange(readFiguresSearch({ days: value }))}
            options={RANGES}
          />
          {figures && <DaysForm key={`${figures.from} ${figures.to}`} {...{ figures, onRange }} />}
        </div>
      </div>
      {error && (
        <div className="pb-6">
          <ErrorPanel title={error.title} action={<Button onClick={reload}>Try again</Button>}>
            {error.description}
          </ErrorPanel>
        </div>
      )}
      {!figures && !failure && <PlotsSkeleton />}
      {figures && (
        <div
          aria-busy={isLoading}
          className={classNames('transition-opacity', isLoading && 'opacity-50')}
        >
          <InBrowser>
            <Plots figures={figures} />
          </InBrowser>
        </div>
      )}
    </section>
  )
}

/** "Oct 24, 2026 – Nov 22, 2026, by day (UTC)" and with what it is compared. */
function periodWords({ from, to, before_from, step }: AdminFigures): string {
  const unit = step === 1 ? 'by day' : 'by week'
  return `${spanWords(from, 1)} – ${spanWords(to, 1)}, ${unit} (UTC). Before: as long, from ${spanWords(before_from, 1)}.`
}

/** A range between any two days. */
function DaysForm({
  figures: { from, to, today },
  onRange,
}: {
  figures: AdminFigures
  onRange(range: FiguresRange): void
}) {
  const [draft, setDraft] = useState({ from, to })
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const range = rangeBetween(draft.from, draft.to, today)
    if (range) onRange(range)
  }
  return (
    <form onSubmit={handleSubmit} className="flex min-w-0 flex-wrap items-end gap-2">
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          label={name === 'from' ? 'From' : 'To'}
          type="date"
          required
          max={today}
          value={draft[name]}
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
        />
      ))}
      <Button type="submit">Show</Button>
    </form>
  )
}

/** The former figures stay until the next ones have arrived. */
function useFigures({ days, to }: FiguresRange) {
  const asked = `${days} ${to}`
  const read = useCallback(
    async (signal: AbortSignal) => ({
      of: `${days} ${to}`,
      figures: await fetchFigures({ days, to }, signal),
    }),
    [days, to],
  )
  const { value, failure, reload } = useRemote(read)
  return { figures: value?.figures, isLoading: value?.of !== asked && !failure, failure, reload }
}

function PlotsSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading figures"
      className="grid gap-x-8 gap-y-8 md:grid-cols-2 xl:grid-cols-3"
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
        <div key={name} className="flex flex-col gap-3 border-line border-t pt-3">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-56 w-full" />
        </div>
      ))}
    </div>
  )
}
