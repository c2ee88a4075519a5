import { classNames } from './class-names.ts'

/** A placeholder while content loads; give it the content's size, so that no layout shifts. */
export function Skeleton({ className, isRound }: { className?: string; isRound?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'block max-w-full animate-breathe bg-wash',
        isRound ? 'shrink-0 rounded-full' : 'rounded-sm',
        className,
      )}
    />
  )
}
