import { useEffect, useState } from 'react'
import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import { isBlank } from '#db/schema/invisible.ts'
import { useSingleRun } from '#web/lib/hooks/use-single-run.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { releaseSignature, useEmailDraft } from './email-draft.ts'
import { generateEmail } from './generate-email.ts'
import { GeneratedEmail } from './generated-email.tsx'
import { JobForm } from './job-form.tsx'
import { loadTemplate, saveSignature } from './template-actions.ts'
import { TemplateList } from './template-list.tsx'

const RESULT_ID = 'generated-email'

/** Has a first message generated, and saves good ones as templates. */
export function EmailScreen() {
  const { draft, isKept } = useEmailDraft()
  const kept = useKeptSignature()
  const { isBusy, run } = useSingleRun()
  const isSignatureKnown = kept !== undefined
  const signature = draft.signature ?? kept ?? ''

  useEffect(() => releaseSignature(draft, kept), [draft, kept])

  async function generate() {
    if (await generateEmail(signature)) showResult()
  }

  function handleLoad(template: EmailTemplateRow) {
    loadTemplate(template)
    showResult()
  }

  return (
    <div className="page flex flex-1 flex-col py-6 md:py-10">
      <h1 className="pb-6 font-semibold text-xl">AI Email Generator</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 md:grid-cols-[minmax(18rem,2fr)_minmax(0,3fr)] md:grid-rows-[auto_1fr] md:gap-x-8 lg:gap-x-12">
        <JobForm
          draft={draft}
          signature={signature}
          isSignatureKnown={isSignatureKnown}
          isKept={isKept}
          isBusy={isBusy}
          onSignatureLeft={() => {
            if (isSignatureKnown && signature !== kept) void saveSignature(signature)
          }}
          onGenerate={() => run(generate)}
        />
        <section
          id={RESULT_ID}
          aria-label="Generated Email"
          className="md:col-start-2 md:row-span-2 md:row-start-1"
        >
          <GeneratedEmail email={draft.email} isBusy={isBusy} canSave={!isBlank(draft.jobTitle)} />
        </section>
        <section aria-label="Saved Templates">
          <TemplateList onLoad={handleLoad} />
        </section>
      </div>
    </div>
  )
}

/** The signature in the settings, for all e-mails; undefined until it is known. */
function useKeptSignature(): string | undefined {
  const { rows, absence } = useLiveQuery('settings.all', {})
  const value = rows.find(({ key }) => key === 'email.signature')?.value
  const isFound = typeof value === 'string'
  const [isKnown, setIsKnown] = useState(false)
  // Once known it stays: a device that looks for more rows would take the field from who writes in it.
  if (!isKnown && (isFound || absence === 'none')) setIsKnown(true)
  if (isFound) return value
  return isKnown ? '' : undefined
}

/** On a phone the e-mail lies below the form: scrolls it into view. */
function showResult(): void {
  // After it is rendered.
  requestAnimationFrame(() => {
    const result = document.getElementById(RESULT_ID)
    const top = result?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > innerHeight / 2) result?.scrollIntoView()
  })
}
