import { ArrowUpRight } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import { EMAIL_TEMPLATES_FAILED } from '#web/lib/email-messages.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { templateExcerpt } from './template-excerpt.ts'
import { useTemplates } from './use-templates.ts'

/** The templates to start from: a row that scrolls on a phone, a column beside the text elsewhere. */
export function TemplateChoice({
  chosenId,
  onChoose,
}: {
  chosenId: string | null
  onChoose(template: EmailTemplateRow): void
}) {
  const { templates, status } = useTemplates()
  return (
    <section aria-labelledby="template-choice" className="flex min-w-0 flex-col gap-1.5">
      <h3 id="template-choice" className="font-medium text-sm">
        Template
      </h3>
      {(status === 'database' || status === 'connection') && (
        <div role="alert" className="text-danger text-sm">
          <p className="font-medium">{EMAIL_TEMPLATES_FAILED[status].title}</p>
          <p>{EMAIL_TEMPLATES_FAILED[status].description}</p>
        </div>
      )}
      {status === 'loading' && <Skeleton className="h-24" />}
      {status === 'ready' && templates.length === 0 && (
        <p className="text-muted text-sm">None saved yet.</p>
      )}
      {templates.length > 0 && (
        <RadioGroup.Root
          aria-labelledby="template-choice"
          value={chosenId}
          className="flex gap-2 overflow-x-auto overscroll-contain p-0.5 -m-0.5 sm:max-h-84 sm:flex-col sm:overflow-x-visible sm:overflow-y-auto"
        >
          {templates.map((template) => (
            <RadioGroup.Item
              key={template.id}
              value={template.id}
              // Also of the chosen one: the text may have been edited since. An arrow key presses, too.
              onClick={() => onChoose(template)}
              className="flex w-56 shrink-0 flex-col gap-0.5 rounded-sm border border-line bg-surface px-3 py-2 text-left transition-colors hover:border-line-strong data-[state=checked]:border-accent data-[state=checked]:bg-accent-wash sm:w-full"
            >
              <span className="wrap-anywhere line-clamp-2 font-medium">{template.name}</span>
              <span className="line-clamp-3 text-muted text-xs">
                {templateExcerpt(template.body)}
              </span>
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      )}
      <a
        href="/email"
        target="_blank"
        rel="noopener"
        className={`${buttonClass({ variant: 'ghost', size: 'sm' })} -ml-3 self-start`}
      >
        Create AI template
        <ArrowUpRight aria-hidden />
      </a>
    </section>
  )
}
