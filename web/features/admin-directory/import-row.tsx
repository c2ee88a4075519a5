import { Download, FileSearch, Trash2, X } from 'lucide-react'
import type { AdminImport } from '#api/contract/admin-imports.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatMoment } from '#web/lib/format-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FORMATS, formatBytes, isRunning, percentOf, STATES } from './import-words.ts'
import { cancelImport, checkImport, discardFile, rejectsAddress } from './imports-client.ts'
import { ProgressLine } from './progress-line.tsx'
import type { Imports } from './use-imports.ts'

const CELL = 'min-w-0 py-1 align-top lg:py-3 lg:pr-4'

/** One import. Where a table does not fit, its cells are stacked. */
export function ImportRow({
  row,
  imports: { act },
  onOpen,
}: {
  row: AdminImport
  imports: Imports
  onOpen(): void
}) {
  const { id, file_name, state, failure, counts, check } = row
  const isIdle = row.hasFile && !isRunning(row)
  // A file that could not even be read is checked again before an import.
  const canStart = check !== null || state !== 'failed'
  return (
    <tr className="border-line border-b max-lg:grid max-lg:py-3 md:max-lg:grid-cols-2 md:max-lg:gap-x-6">
      <td className={CELL}>
        <p className="wrap-anywhere font-medium">{file_name}</p>
        <p className="text-muted">
          {FORMATS[row.format].label}, {formatBytes(row.file_bytes)}
        </p>
      </td>
      <td className={`${CELL} text-muted`}>
        <p className="wrap-anywhere">{row.created_by ?? 'Command line'}</p>
        <p className="tabular-nums">
          {formatMoment(row.finished_at ?? row.started_at ?? row.created_at)}
        </p>
      </td>
      <td className={CELL}>
        <Badge hue={STATES[state].hue}>{STATES[state].label}</Badge>
        {isRunning(row) && <Running row={row} />}
        {failure && <p className="mt-1 text-danger text-sm">{failure}</p>}
        {state === 'broken_off' && (
          <p className="mt-1 text-sm">What it had taken in stays. Start it again to go on.</p>
        )}
        {counts ? (
          <Counts counts={counts} />
        ) : (
          check && !isRunning(row) && <Counts counts={check} isForecast />
        )}
      </td>
      <td className={`${CELL} max-lg:pt-3 lg:pr-0`}>
        <div className="flex flex-wrap gap-2 lg:justify-end">
          {isRunning(row) && (
            <Button
              size="sm"
              aria-label={`${row.is_cancel_asked ? 'Cancelling' : 'Cancel'} ${file_name}`}
              isBusy={row.is_cancel_asked}
              onClick={() => void act('It was not cancelled', () => cancelImport(id))}
            >
              {!row.is_cancel_asked && <X aria-hidden />}
              {row.is_cancel_asked ? 'Cancelling' : 'Cancel'}
            </Button>
          )}
          {isIdle && !check && (
            <Button
              size="sm"
              aria-label={`Check ${file_name}`}
              onClick={() => void act('The check did not begin', () => checkImport(id))}
            >
              <FileSearch aria-hidden />
              Check
            </Button>
          )}
          {isIdle && canStart && (
            <Button
              size="sm"
              aria-label={`${check ? 'See the check of' : 'Import'} ${file_name}`}
              onClick={onOpen}
            >
              {check ? 'See the check' : 'Import'}
            </Button>
          )}
          {row.hasRejects && (
            <a
              href={rejectsAddress(id)}
              download
              aria-label={`Rejects of ${file_name}`}
              className={buttonClass({ size: 'sm', variant: 'ghost' })}
            >
              <Download aria-hidden />
              Rejects
            </a>
          )}
          {(isIdle || state === 'uploading') && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Discard ${file_name}`}
              onClick={() => void act('It was not discarded', () => discardFile(id))}
            >
              <Trash2 aria-hidden />
              Discard
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

function Running({ row: { progress } }: { row: AdminImport }) {
  const { phase = 'reading', done = 0, total = 0 } = progress ?? {}
  const isKnown = total > 0
  return (
    <div className="mt-2 text-sm">
      <ProgressLine
        label={phase === 'reading' ? 'Reading' : 'Comparing and writing'}
        note={
          !isKnown
            ? ''
            : phase === 'reading'
              ? `${percentOf(done, total)}%`
              : `${formatCount(done)} of ${formatCount(total)}`
        }
        done={isKnown ? done : null}
        total={total || 1}
      />
    </div>
  )
}

/** New, changed, unchanged and rejected rows in one line. */
function Counts({
  counts,
  isForecast = false,
}: {
  counts: NonNullable<AdminImport['counts']>
  isForecast?: boolean
}) {
  const parts = [
    `${formatCount(counts.new)} new`,
    `${formatCount(counts.changed)} changed`,
    `${formatCount(counts.unchanged)} unchanged`,
    ...(counts.removed > 0 ? [`${formatCount(counts.removed)} removed`] : []),
    `${formatCount(counts.rejected)} rejected`,
  ]
  return (
    <p className="mt-1 text-muted text-sm tabular-nums">
      {isForecast && 'Would be: '}
      {parts.join(', ')}
    </p>
  )
}
