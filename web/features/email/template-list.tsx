import { Trash2, Users } from 'lucide-react'
import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import { TEMPLATES_FAILED } from '#web/lib/email-messages.ts'
import { presentTexts } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { keepFocus } from '#web/lib/keep-focus.ts'
import { keyOfRow } from '#web/lib/rows-in-use.ts'
import { useTeams } from '#web/replica/teams.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ChoiceButton } from '#web/ui/choice-button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { deleteTemplate, shareTemplate } from './template-actions.ts'
import { templateExcerpt } from './template-excerpt.ts'
import { useTemplates } from './use-templates.ts'

/** The saved templates, newest first. */
export function TemplateList({ onLoad }: { onLoad(template: EmailTemplateRow): void }) {
  const { templates, status } = useTemplates()
  return (
    <>
      <h2 className="mb-2 font-semibold text-md">Saved Templates</h2>
      {(status === 'database' || status === 'connection') && (
        <ErrorPanel title={TEMPLATES_FAILED[status].title}>
          {TEMPLATES_FAILED[status].description}
        </ErrorPanel>
      )}
      {status === 'loading' && <TemplatesSkeleton />}
      {status === 'ready' && templates.length === 0 && (
        <p className="py-3 text-muted">
          None yet. Save an email you like as a template, and it is here on all your devices.
        </p>
      )}
      <ul
        ref={keepFocus}
        tabIndex={-1}
        aria-label="Saved templates"
        className="flex flex-col outline-none"
      >
        {templates.map((template) => (
          <TemplateItem
            key={keyOfRow(template)}
            template={template}
            onLoad={() => onLoad(template)}
          />
        ))}
      </ul>
    </>
  )
}

function TemplateItem({ template, onLoad }: { template: EmailTemplateRow; onLoad(): void }) {
  const { name, body, tone, length, position_type, created_at } = template
  const { teams, teamOf, mayIn } = useTeams()
  const team = teamOf(template)
  const targets = team ? [] : teams.filter(({ id }) => mayIn({ owner_id: id }, 'templates.write'))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto_auto] items-center gap-x-1 border-line border-b py-3">
      <p className="wrap-anywhere line-clamp-2 font-medium" title={name}>
        {name}
      </p>
      <Button size="sm" aria-label={`Load ${name}`} onClick={onLoad}>
        Load
      </Button>
      <ChoiceButton
        icon={Users}
        choices={targets.map((target) => ({ value: target, label: target.name }))}
        label={(target = 'a team') => `Share ${name} with ${target}`}
        tooltip={(target = 'a team') => `Share with ${target}`}
        onChoose={(target) => void shareTemplate(template, target)}
      />
      {mayIn(template, 'templates.write') && (
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Delete ${name}`}
          tooltip="Delete"
          className="text-muted"
          onClick={() => void deleteTemplate(template)}
        />
      )}
      <p className="col-span-full mt-1 line-clamp-2 text-muted text-sm">{templateExcerpt(body)}</p>
      <p className="col-span-full mt-1 text-muted text-xs tabular-nums">
        {presentTexts([
          tone,
          length,
          position_type,
          formatDay(created_at.toISOString()),
          team?.name,
        ]).join(' · ')}
      </p>
    </li>
  )
}

function TemplatesSkeleton() {
  return (
    <div role="status" aria-label="Loading templates" className="flex flex-col gap-4 py-3">
      <Skeleton className="h-17" />
      <Skeleton className="h-17" />
    </div>
  )
}
