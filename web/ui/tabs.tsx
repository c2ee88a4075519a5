import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { SCROLL_ROW, useScrollRow } from './scroll-row.tsx'

export interface TabsProps {
  label: string
  value: string
  onValueChange(value: string): void
  tabs: readonly { value: string; label: string; content: ReactNode; disabledReason?: string }[]
}

/** Views of one subject, one shown at a time. */
export function Tabs({ label, value, onValueChange, tabs }: TabsProps) {
  const row = useScrollRow<HTMLDivElement>('[data-state=active]', value)
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <div className="border-line border-b">
        <Radix.List
          {...row}
          aria-label={label}
          className={`-mx-1.5 -mb-px flex gap-2 ${SCROLL_ROW}`}
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              disabled={tab.disabledReason !== undefined}
              title={tab.disabledReason}
              className="shrink-0 -outline-offset-2 border-transparent border-b-2 px-1.5 py-2 text-muted hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink pointer-coarse:min-w-11 pointer-coarse:py-3"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
