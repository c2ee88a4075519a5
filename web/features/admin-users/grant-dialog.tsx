import { useState } from 'react'
import type { DemoGrantRow } from '#db/schema/demo-grants.ts'
import { isStorable, NOT_STORABLE } from '#db/schema/storable.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { wholeNumber } from '#web/lib/whole-number.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { Grant } from './accounts-client.ts'
import { FREE_ACTOR, openedBy } from './grant-preview.ts'
import { DURATIONS, type Duration, expiryOf, FEATURES } from './grant-words.ts'

const NOTES_MAX = 1000
const USES_INVALID = 'Please enter a whole number from 1 to 1,000,000, or nothing.'

type Feature = DemoGrantRow['feature_type']

/** Chooses a grant and its duration, and shows what it opens. */
export function GrantDialog({
  whom,
  actor,
  isBusy,
  onClose,
  onGrant,
}: {
  /** The address of one account, or the number of several. */
  whom: string
  /** The account's present permissions; undefined for several accounts. */
  actor?: Parameters<typeof openedBy>[0]
  isBusy: boolean
  onClose(): void
  onGrant(grant: Grant): void
}) {
  const [feature, setFeature] = useState<Feature>('full_access')
  const [duration, setDuration] = useState<Duration>('week')
  const [uses, setUses] = useState('')
  const [notes, setNotes] = useState('')
  const [errors, setErrors] = useState<{ uses?: string; notes?: string }>({})

  const { handleSubmit } = useSubmit(send)

  async function send() {
    const maxUses = uses.trim() === '' ? null : wholeNumber(uses)
    const isUsable = maxUses === null || (maxUses >= 1 && maxUses <= 1_000_000)
    setErrors({
      ...(isUsable ? {} : { uses: USES_INVALID }),
      ...(isStorable(notes) ? {} : { notes: NOT_STORABLE }),
    })
    if (!isUsable || !isStorable(notes)) return undefined
    onGrant({
      featureType: feature,
      expiresAt: expiryOf(duration, new Date()),
      maxUses,
      notes: notes.trim() || null,
    })
    return undefined
  }

  return (
    <FormDialog
      title="Grant demo access"
      description={`To ${whom}.`}
      size="md"
      confirmLabel="Grant access"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="Feature"
          value={feature}
          onValueChange={(value) => setFeature(value as Feature)}
          options={Object.entries(FEATURES).map(([value, label]) => ({ value, label }))}
        />
        <Select
          label="Duration"
          value={duration}
          onValueChange={(value) => setDuration(value as Duration)}
          options={DURATIONS}
        />
      </div>
      <TextField
        label="Uses"
        inputMode="numeric"
        value={uses}
        hint="How often it may be used. Empty: no limit."
        error={errors.uses}
        onChange={(event) => setUses(event.target.value)}
      />
      <TextArea
        label="Note"
        rows={2}
        maxLength={NOTES_MAX}
        value={notes}
        hint="For administrators. Nobody else sees it."
        error={errors.notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      <Preview actor={actor} feature={feature} />
    </FormDialog>
  )
}

function Preview({
  actor,
  feature,
}: {
  actor: Parameters<typeof openedBy>[0] | undefined
  feature: Feature
}) {
  const opened = openedBy(actor ?? FREE_ACTOR, feature)
  return (
    <section aria-label="What it opens" aria-live="polite" className="rounded-sm bg-wash p-3">
      <h3 className="font-medium text-sm">
        {opened.length > 0 ? 'It opens' : 'It opens nothing more'}
        {!actor && ', for users without a plan'}
      </h3>
      {opened.length > 0 ? (
        <ul className="mt-1 list-inside list-disc">
          {opened.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-muted">
          Their plan, or another grant, opens as much already. Grants lift no plan.
        </p>
      )}
    </section>
  )
}
