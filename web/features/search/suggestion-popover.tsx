import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { SuggestionList } from './suggestion-list.tsx'
import type { SuggestionOption } from './suggestions.ts'
import type { SuggestionMenu } from './use-suggestion-menu.ts'

/**
 * A field with its suggestions below it, or above where an on-screen keyboard leaves more room there. The focus
 * never leaves the field.
 */
export function SuggestionPopover<Option extends SuggestionOption>({
  menu,
  children,
}: {
  menu: SuggestionMenu<Option>
  /** The field. */
  children: ReactNode
}) {
  return (
    <Popover.Root open={menu.isOpen}>
      <Popover.Anchor>{children}</Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          // Only a container: the focus never leaves the field.
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          hideWhenDetached
          onOpenAutoFocus={preventDefault}
          onCloseAutoFocus={preventDefault}
          onInteractOutside={preventDefault}
          // Never less high than three options: it then opens on the other side.
          className="z-50 max-h-[clamp(9rem,var(--radix-popover-content-available-height),26rem)] w-(--radix-popover-trigger-width) min-w-80 max-w-[calc(100vw-1rem)] animate-fade-in overflow-y-auto overscroll-contain rounded-sm border border-line bg-surface p-1 shadow-floating"
        >
          <SuggestionList
            id={menu.listId}
            groups={menu.groups}
            activeId={menu.activeId}
            onPoint={({ id }) => menu.point(id)}
            onChoose={menu.choose}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function preventDefault(event: Event) {
  event.preventDefault()
}
