import { classNames } from './class-names.ts'

/** Holds the place of what is loading; give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('block animate-breathe rounded-sm bg-wash', className)}
    />
  )
}
