import { classNames } from './class-names.ts'

/** Holds the place of what is loading; give it the size of what will come. */
export function Skeleton({ className, isRound }: { className?: string; isRound?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'block animate-breathe bg-wash',
        isRound ? 'shrink-0 rounded-full' : 'rounded-sm',
        className,
      )}
    />
  )
}
