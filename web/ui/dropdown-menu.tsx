import type { LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

const ITEM =
  'flex h-9 cursor-default select-none items-center gap-2.5 rounded-[4px] px-2 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-wash pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:text-muted'

/**
 * A menu under a button. `trigger` is one focusable element; the focus returns to it on closing, unless
 * `onCloseAutoFocus` prevents that because the trigger goes away.
 */
export function DropdownMenu({
  trigger,
  align = 'end',
  onCloseAutoFocus,
  children,
}: {
  trigger: ReactNode
  align?: 'start' | 'end'
  onCloseAutoFocus?(event: Event): void
  children: ReactNode
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          onCloseAutoFocus={onCloseAutoFocus}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-fade-in overflow-y-auto rounded-sm border border-line bg-surface p-1 shadow-floating"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** One action of a menu. With `asChild` its child is the item, such as a link. */
export function MenuItem({
  icon: Icon,
  tone = 'neutral',
  className,
  children,
  asChild,
  ...props
}: ComponentProps<typeof Radix.Item> & { icon?: LucideIcon; tone?: 'neutral' | 'danger' }) {
  const itemClass = classNames(ITEM, tone === 'danger' && 'text-danger', className)
  if (asChild) {
    return (
      <Radix.Item {...props} asChild className={itemClass}>
        {children}
      </Radix.Item>
    )
  }
  return (
    <Radix.Item {...props} className={itemClass}>
      {Icon && <Icon aria-hidden />}
      {children}
    </Radix.Item>
  )
}

/** A heading inside a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-2 pb-1 text-muted text-xs">{children}</Radix.Label>
}

/** A line between groups of items. */
export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />
}
