const BAR_WIDTH = 24
const REDRAW_MS = 100
/** The time between two lines in a log file. */
const LINE_MS = 5_000
const FULL = '█'
const EMPTY = '░'

/** Shows a long task's progress: a bar on a terminal, a line every few seconds elsewhere. */
export class ProgressBar {
  private startedAt = Date.now()
  private shownAt = 0
  private isComplete = false

  constructor(
    private readonly format: (amount: number) => string = (amount) => amount.toLocaleString('en'),
    private readonly stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
  ) {}

  /** Updates the progress; an incomplete state after a complete one starts a new task. */
  readonly update = (done: number, total: number): void => {
    const now = Date.now()
    const wasComplete = this.isComplete
    this.isComplete = done >= total
    if (wasComplete && this.isComplete) return
    if (wasComplete) this.startedAt = now
    const wait = this.stream.isTTY ? REDRAW_MS : LINE_MS
    if (!this.isComplete && now - this.shownAt < wait) return
    this.shownAt = now
    const line = progressLine({ done, total, seconds: (now - this.startedAt) / 1000 }, this.format)
    if (!this.stream.isTTY) this.stream.write(`${line}\n`)
    else this.stream.write(`\r\u001b[K${line}${this.isComplete ? '\n' : ''}`)
  }
}

/** The line of a progress bar: share, amounts, rate and, until done, the time left. */
export function progressLine(
  { done, total, seconds }: { done: number; total: number; seconds: number },
  format: (amount: number) => string,
): string {
  const share = total > 0 ? Math.min(1, done / total) : 1
  const full = Math.round(share * BAR_WIDTH)
  const rate = seconds > 0 ? done / seconds : 0
  const left = rate > 0 && done < total ? `, ${duration((total - done) / rate)} left` : ''
  return (
    `${FULL.repeat(full)}${EMPTY.repeat(BAR_WIDTH - full)} ${Math.floor(share * 100)}%  ` +
    `${format(done)} of ${format(total)}, ${format(Math.round(rate))}/s${left}`
  )
}

/** A duration in words: "2 h 05 min", "3 min 20 s", "12 s". */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  if (hours > 0) return `${hours} h ${two(minutes)} min`
  return minutes > 0 ? `${minutes} min ${two(rest)} s` : `${rest} s`
}
