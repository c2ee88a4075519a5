import type { Mailer } from './mailer.ts'

/**
 * Sends one mail after another until none is left. A refused mail does not delay the others; an
 * unavailable server ends the run, because each further mail would wait for it.
 * @param what the mails, in the plural, for the error
 * @param next adds the mail's id to those tried and sends it; returns false when none is left,
 *   and throws when the mail is refused
 * @throws when some were not mailed, with the codes of the failures; the next run retries them
 */
export async function mailAll(
  mailer: Pick<Mailer, 'check'>,
  what: string,
  next: (tried: string[]) => Promise<boolean>,
): Promise<void> {
  const tried: string[] = []
  const codes: string[] = []
  let failed = 0
  for (;;) {
    const triedBefore = tried.length
    try {
      if (!(await next(tried))) break
    } catch (error) {
      // No mail was tried: the database failed, not the mail server.
      if (tried.length === triedBefore) throw error
      failed++
      codes.push(...codesOf(error))
      if (!(await answers(mailer))) break
    }
  }
  if (failed === 0) return
  const told = codes.length > 0 ? ` (${[...new Set(codes)].join(', ')})` : ''
  throw new Error(`${failed} ${what} could not be mailed${told}.`)
}

/**
 * The codes of an error: "EENVELOPE 550". Privacy: its message is not used, because mail servers
 * quote addresses.
 */
function codesOf(error: unknown): string[] {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const codes = [code, responseCode].filter((each) => each !== undefined)
  return codes.length > 0 ? [codes.join(' ')] : []
}

async function answers(mailer: Pick<Mailer, 'check'>): Promise<boolean> {
  return mailer.check().then(
    () => true,
    () => false,
  )
}
