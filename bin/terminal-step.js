// Says what a long step is doing: plain JavaScript, because it is used before packages are installed.

const REDRAW_MS = 200
/** Where the output is kept and not watched (a log file), a line every few seconds is enough. */
const LINE_MS = 5_000

/**
 * Shows a step while it runs: its name, how far it is and the seconds since it began.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {() => string} howFar e.g. "120 of 431 packages"; empty where nobody knows
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
