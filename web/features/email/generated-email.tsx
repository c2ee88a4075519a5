import { Bookmark, Check, Copy, PenLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { EmailDraft } from '#api/contract/email-draft.ts'
import { BODY_MAX, SUBJECT_MAX } from '#db/schema/email-templates.ts'
import { COPY_FAILED } from '#web/lib/email-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { changeDraft } from './email-draft.ts'
import { saveTemplate } from './template-actions.ts'

const COPIED_MS = 2_000

/** The generated or loaded e-mail, to edit, copy and save. */
export function GeneratedEmail({
  email,
  isBusy,
  canSave,
}: {
  email: EmailDraft | null
  isBusy: boolean
  /** Whether there is a title to name the template after. */
  canSave: boolean
}) {
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function handleCopy() {
    if (!email) return
    try {
      await navigator.clipboard.writeText(`Subject: ${email.subject}\n\n${email.body}`)
      setIsCopied(true)
    } catch {
      showToast({ ...COPY_FAILED, tone: 'danger' })
    }
  }

  return (
    <>
      <header className="mb-4 flex flex-wrap items-center gap-2">
        <h2 className="flex-1 font-semibold text-md leading-8 max-sm:basis-full md:max-lg:basis-full">
          Generated Email
        </h2>
        <Button size="sm" disabled={!email} onClick={() => void handleCopy()}>
          {isCopied ? <Check aria-hidden className="text-ok" /> : <Copy aria-hidden />}
          <span aria-live="polite">{isCopied ? 'Copied!' : 'Copy'}</span>
        </Button>
        <Button size="sm" disabled={!canSave} onClick={() => void saveTemplate()}>
          <Bookmark aria-hidden />
          Save as template
        </Button>
      </header>
      <div aria-busy={isBusy || undefined}>
        {email && <EmailFields email={email} isDimmed={isBusy} />}
        {!email && isBusy && <EmailSkeleton />}
        {!email && !isBusy && (
          <div className="rounded-md border border-line border-dashed">
            <EmptyState icon={PenLine} title="Ready to Generate AI Email">
              Describe the job and press Generate, or load one of your templates.
            </EmptyState>
          </div>
        )}
      </div>
    </>
  )
}

function EmailFields({ email, isDimmed }: { email: EmailDraft; isDimmed: boolean }) {
  const change = (patch: Partial<EmailDraft>) => changeDraft({ email: { ...email, ...patch } })
  return (
    <div className={`flex flex-col gap-4 transition-opacity ${isDimmed ? 'opacity-60' : ''}`}>
      {email.isSample && (
        <p className="rounded-sm bg-warn-wash px-3 py-2 text-sm text-warn">
          A sample draft: no AI service is connected here.
        </p>
      )}
      <TextField
        label="Subject"
        autoComplete="off"
        maxLength={SUBJECT_MAX}
        value={email.subject}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <TextArea
        label="Body"
        rows={14}
        maxLength={BODY_MAX}
        value={email.body}
        hint="{first_name}, {specialty}, {organization} and {city} are filled in for each person."
        onChange={(event) => change({ body: event.target.value })}
      />
    </div>
  )
}

function EmailSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-4">
      <Skeleton className="mt-6 h-10" />
      <Skeleton className="mt-6 h-72" />
    </div>
  )
}
