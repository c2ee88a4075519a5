import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'
type Size = 'sm' | 'md'

const BASE =
  'hit-area inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-sm font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-50 data-[restricted]:text-muted [&_svg]:size-4 [&_svg]:shrink-0'

const FILLED_RESTRICTED =
  'data-[restricted]:border data-[restricted]:border-line data-[restricted]:bg-wash'

const VARIANTS: Record<Variant, string> = {
  primary: `bg-accent text-accent-ink hover:bg-accent-strong forced-colors:border ${FILLED_RESTRICTED}`,
  secondary: `border border-line-strong/60 bg-surface text-ink hover:border-line-strong hover:bg-wash ${FILLED_RESTRICTED}`,
  ghost: 'text-ink hover:bg-wash',
  danger: `bg-danger text-danger-ink hover:bg-danger-strong forced-colors:border ${FILLED_RESTRICTED}`,
}

const SIZES: Record<Size, string> = {
  sm: 'h-8 px-3 text-sm wraps-narrow',
  md: 'h-10 px-4 text-base wraps-narrow pointer-coarse:h-11',
}

const ICON_SIZES: Record<Size, string> = {
  sm: 'size-8',
  md: 'size-10 pointer-coarse:size-11 [&_svg]:size-4.5',
}

/** The classes of a button, for a link that looks like one. */
export function buttonClass({
  variant = 'secondary',
  size = 'md',
}: {
  variant?: Variant
  size?: Size
} = {}): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size])
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: Variant
  size?: Size
  /** Work is under way: the button keeps its width and its focus, and ignores presses. */
  isBusy?: boolean
}

/**
 * A labelled action, secondary by default; one primary per view. With `data-restricted`, a press says
 * why it does nothing now, or not for the present actor.
 */
export function Button({
  variant,
  size,
  isBusy = false,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || props['aria-disabled']}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass({ variant, size }), className)}
    >
      {isBusy && <LoaderCircle aria-hidden className="-ml-1 animate-spin" />}
      {children}
    </button>
  )
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** What the button does: its accessible name, and its tooltip unless `tooltip` says more. */
  label: string
  icon: LucideIcon
  tooltip?: string
  size?: Size
  variant?: Variant
  /** `aria-pressed` of a toggle. */
  isActive?: boolean
}

/** An icon as a button, with a tooltip. */
export function IconButton({
  label,
  icon: Icon,
  tooltip,
  size = 'md',
  variant = 'ghost',
  isActive,
  className,
  ...props
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-label={label}
      data-tooltip={tooltip ?? label}
      aria-pressed={isActive}
      className={classNames(
        BASE,
        VARIANTS[variant],
        ICON_SIZES[size],
        isActive && 'bg-accent-wash text-accent',
        className,
      )}
    >
      <Icon aria-hidden strokeWidth={1.75} />
    </button>
  )
}
