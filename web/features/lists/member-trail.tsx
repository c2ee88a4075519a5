import { PersonOutreach } from '#web/outreach/person-outreach.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { ListAddress } from './list-actions.ts'

/** What was done with a person on a list and what is next, to read and to write. */
export function MemberTrail({
  list,
  candidateId,
  name,
  onClose,
}: {
  list: ListAddress
  candidateId: string
  name: string
  onClose(): void
}) {
  return (
    <Dialog isOpen onOpenChange={onClose} title={`History of ${name}`}>
      <PersonOutreach person={{ id: candidateId, name, list }} />
    </Dialog>
  )
}
