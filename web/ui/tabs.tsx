import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

export interface TabsProps {
  label: string
  value: string
  onValueChange(value: string): void
  tabs: readonly { value: string; label: string; content: ReactNode; disabledReason?: string }[]
}

/** Views of one subject, one shown at a time. */
export function Tabs({ label, value, onValueChange, tabs }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const hidden = useHiddenEnds(list)

  // The chosen tab may be scrolled out of sight: a link can lead to it.
  useEffect(() => {
    list.current
      ?.querySelector(`[data-tab="${value}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])

  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List
        ref={list}
        aria-label={label}
        data-more={hidden}
        className={classNames(
          'flex gap-5 overflow-x-auto overflow-y-hidden border-line border-b',
          MASKS[hidden],
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            disabled={tab.disabledReason !== undefined}
            title={tab.disabledReason}
            className="-mb-px shrink-0 border-transparent border-b-2 py-2 text-muted hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink pointer-coarse:min-w-11 pointer-coarse:py-3"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

/** Fades out the ends beyond which there are more tabs. */
const MASKS = {
  none: '',
  start: 'mask-l-from-[calc(100%-3rem)]',
  end: 'mask-r-from-[calc(100%-3rem)]',
  both: 'mask-x-from-[calc(100%-3rem)]',
} as const

/** At which ends of a row that scrolls sideways content is out of sight. */
function useHiddenEnds(row: { current: HTMLElement | null }): keyof typeof MASKS {
  const [hidden, setHidden] = useState<keyof typeof MASKS>('none')

  useEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      const isStart = scrollLeft > 1
      const isEnd = scrollLeft + clientWidth < scrollWidth - 1
      setHidden(isStart && isEnd ? 'both' : isStart ? 'start' : isEnd ? 'end' : 'none')
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [row])

  return hidden
}
