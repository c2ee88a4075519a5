import { Flag } from 'lucide-react'
import {
  type ContactName,
  isOpenReport,
  REPORT_REASONS,
  type ReportReason,
} from '#db/schema/contact-reports.ts'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { type ContactReport, contactReports } from '#web/replica/contact-reports.ts'
import { reportContact, withdrawReport } from '#web/replica/report-contact.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem, MenuLabel } from '#web/ui/dropdown-menu.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { type ContactChannel, channelOf, KIND_WORDS } from './candidate-facts.ts'
import { REASON_WORDS, reportErrorMessage, STATE_NAMES, STATE_WORDS } from './report-words.ts'

/**
 * "Wrong?" beside a revealed contact: asks why, then hides it here at once. Nothing where the device
 * does not know which value it is.
 */
export function ReportContact({
  personId,
  contact: { kind, value_id },
}: {
  personId: string
  contact: { kind: ContactKind; value_id?: number | undefined }
}) {
  if (value_id === undefined) return null
  const channel = channelOf(kind)
  const label = `Wrong ${channel}? Report it`
  const contact = { candidate_id: personId, kind, value_id }
  return (
    <DropdownMenu
      trigger={
        <IconButton label={label} tooltip="Wrong?" icon={Flag} size="sm" className="text-muted" />
      }
    >
      <MenuLabel>What is wrong?</MenuLabel>
      {REPORT_REASONS.map((reason) => (
        <MenuItem key={reason} onSelect={() => void report(contact, reason)}>
          {REASON_WORDS[channel][reason]}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}

async function report(contact: ContactName, reason: ReportReason): Promise<void> {
  const isDone = await tryChange(() => reportContact(contact, reason), reportErrorMessage)
  if (!isDone) return
  showToast({
    title: 'Hidden for you',
    description: 'Thank you. A second, independent report lowers it for everybody.',
    tone: 'ok',
    durationMs: 10_000,
    action: { label: 'Undo', onPress: () => void withdraw(contact) },
  })
}

async function withdraw({ candidate_id, kind, value_id }: ContactName): Promise<void> {
  await tryChange(() => withdrawReport({ candidate_id, kind, value_id }), reportErrorMessage)
}

/** Stands in for a contact that the user reported: says what came of it, and takes it back. */
export function ReportedContact({ report }: { report: ContactReport }) {
  return (
    <>
      <span className="min-w-0 flex-1 text-muted text-sm leading-4">
        <span className="block first-letter:uppercase">
          {KIND_WORDS[report.kind]} reported wrong
        </span>
        <span className="block text-xs leading-4">{STATE_NAMES[report.state]}</span>
      </span>
      <Button variant="ghost" size="sm" onClick={() => void withdraw(report)}>
        Undo
      </Button>
    </>
  )
}

const CONTACT_WORDS: Record<ContactKind, string> = {
  phone: 'the mobile number',
  direct_phone: 'the direct line',
  personal_email: 'the personal email',
  work_email: 'the work email',
}

/**
 * What came of the user's reports of one person; nothing without any.
 * @param channel only those of one.
 */
export function ReportStates({
  personId,
  channel,
}: {
  personId: string
  channel?: ContactChannel
}) {
  const all = useProxyValue(contactReports, ({ byPerson }) => byPerson[personId])
  const reports = all?.filter(({ kind }) => !channel || channelOf(kind) === channel) ?? []
  if (reports.length === 0) return null
  return (
    <ul className="flex flex-col gap-1.5 text-muted text-sm">
      {reports.map((report) => (
        <li key={`${report.kind} ${report.value_id}`} className="flex items-center gap-2">
          <p className="min-w-0 flex-1">
            You reported {CONTACT_WORDS[report.kind]}:{' '}
            {REASON_WORDS[channelOf(report.kind)][report.reason].toLowerCase()}.{' '}
            {STATE_WORDS[report.state]}
          </p>
          {isOpenReport(report.state) && (
            <Button variant="ghost" size="sm" onClick={() => void withdraw(report)}>
              Undo
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
