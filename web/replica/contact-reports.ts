import { proxy } from 'valtio'
import {
  type ContactName,
  type ContactReportRow,
  isOpenReport,
} from '#db/schema/contact-reports.ts'
import type { ContactKind } from '#db/schema/vocabulary.ts'

export type ContactReport = Pick<ContactReportRow, keyof ContactName | 'reason' | 'state'>

/** What the user reported wrong, by person, the latest first. */
export const contactReports = proxy<{ byPerson: Record<string, readonly ContactReport[]> }>({
  byPerson: {},
})

/** The device's rows with the changes that it is being told of, which show at once. */
let rows: readonly ContactReport[] = []
const underWay = new Map<string, ContactReport | null>()

/** Takes over the device's rows; none once the user has left. */
export function followReports(followed: readonly ContactReport[]): void {
  rows = followed
  show()
}

/** Whether the user reported this value of a contact, and nothing has answered that since. */
export function isHidden(
  personId: string,
  contact: { kind: ContactKind; value_id?: number | undefined },
): boolean {
  const reports = contactReports.byPerson[personId] ?? []
  return reports.some(
    ({ kind, value_id, state }) =>
      kind === contact.kind && value_id === contact.value_id && isOpenReport(state),
  )
}

/**
 * Shows a change of a report at once, while the device is told.
 * @param next null where the report is taken back.
 * @throws what `tell` throws: everything is shown as before.
 */
export async function showWhileTold(
  contact: ContactName,
  next: ContactReport | null,
  tell: () => Promise<unknown>,
): Promise<void> {
  const key = keyOf(contact)
  underWay.set(key, next)
  show()
  try {
    await tell()
    // The device has stored it: its rows hold it from now on.
    rows = withChange(rows, key, next)
  } finally {
    underWay.delete(key)
    show()
  }
}

function show(): void {
  let all = rows
  for (const [key, report] of underWay) all = withChange(all, key, report)
  const byPerson: Record<string, ContactReport[]> = {}
  for (const report of all) {
    byPerson[report.candidate_id] ??= []
    byPerson[report.candidate_id]?.push(report)
  }
  contactReports.byPerson = byPerson
}

function withChange(
  all: readonly ContactReport[],
  key: string,
  report: ContactReport | null,
): readonly ContactReport[] {
  const others = all.filter((each) => keyOf(each) !== key)
  return report ? [report, ...others] : others
}

const keyOf = ({ candidate_id, kind, value_id }: ContactName) =>
  `${candidate_id} ${kind} ${value_id}`
