// Shows the progress of a long step. It is plain JavaScript, because it runs before packages are
// installed.

const REDRAW_MS = 200
/** The time between two lines in a log file. */
const LINE_MS = 5_000

/**
 * Shows a running step: its name, its progress and the seconds since it began.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {() => string} howFar e.g. "120 of 431 packages"; empty when unknown
 * @returns {Promise<T>}
 */
export async function showStep(name, work, howFar = () => '') {
  const { stdout } = process
  const startedAt = Date.now()
  const show = () => {
    const seconds = `${Math.round((Date.now() - startedAt) / 1000)} s`
    const line = `${name} … ${[howFar(), seconds].filter(Boolean).join(', ')}`
    stdout.write(stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
  }
  stdout.write(stdout.isTTY ? `${name} …` : `${name} …\n`)
  const timer = setInterval(show, stdout.isTTY ? REDRAW_MS : LINE_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    show()
    if (stdout.isTTY) stdout.write('\n')
  }
}
