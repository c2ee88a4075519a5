import { classNames } from './class-names.ts'

const SIZES = {
  sm: 'size-8 text-xs',
  md: 'size-10 text-sm',
  lg: 'size-16 text-lg',
} as const

export interface AvatarProps {
  initials: string
  /** One of the hue names in tokens.css. */
  hue: string
  size?: keyof typeof SIZES
}

/** Initials on a colour. Decorative: the name stands beside it. */
export function Avatar({ initials, hue, size = 'md' }: AvatarProps) {
  return (
    <span
      aria-hidden
      data-hue={hue}
      className={classNames(
        'hued grid shrink-0 select-none place-items-center rounded-full font-semibold tracking-wide',
        SIZES[size],
      )}
    >
      {initials}
    </span>
  )
}
