import type { ImportExample } from '#db/schema/directory-imports.ts'
import { Badge } from '#web/ui/badge.tsx'
import { fieldLabel } from './import-words.ts'

const EFFECTS: Record<ImportExample['effect'], { label: string; hue: string }> = {
  new: { label: 'New', hue: 'pharmacist' },
  changed: { label: 'Changed', hue: 'physician' },
  removed: { label: 'Removed', hue: 'surgeon' },
}

/**
 * Some of the people whom an import changes. The kinds of their contacts are named, the values never
 * shown.
 */
export function ImportExamples({ examples }: { examples: readonly ImportExample[] }) {
  if (examples.length === 0) return <p className="pt-5">Nobody would be changed.</p>
  return (
    <details open className="pt-4">
      <summary className="cursor-pointer rounded-[4px] py-1 font-semibold pointer-coarse:py-3">
        {examples.length === 1 ? 'One example' : `${examples.length} examples`}
      </summary>
      <ul className="divide-y divide-line">
        {examples.map((example) => (
          <li key={example.line} className="py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge hue={EFFECTS[example.effect].hue}>{EFFECTS[example.effect].label}</Badge>
              <span className="wrap-anywhere font-medium">{example.name}</span>
              <span className="text-muted text-sm tabular-nums">
                {example.npi ? `NPI ${example.npi}, ` : ''}line {example.line}
              </span>
            </p>
            <dl className="mt-1 grid gap-x-4 text-sm sm:grid-cols-[8.5rem_1fr]">
              {example.fields.map(({ field, from, to }) => (
                <div key={field} className="contents">
                  <dt className="text-muted max-sm:pt-1">{fieldLabel(field)}</dt>
                  <dd className="wrap-anywhere">
                    {from !== null && (
                      <del className="mr-2 text-muted">
                        <span className="sr-only">from </span>
                        {from}
                      </del>
                    )}
                    <ins className="no-underline">
                      <span className="sr-only">to </span>
                      {to ?? 'nothing'}
                    </ins>
                  </dd>
                </div>
              ))}
              {example.contacts.length > 0 && (
                <div className="contents">
                  <dt className="text-muted max-sm:pt-1">Contacts</dt>
                  <dd>{example.contacts.map(fieldLabel).join(', ')}</dd>
                </div>
              )}
            </dl>
          </li>
        ))}
      </ul>
    </details>
  )
}
