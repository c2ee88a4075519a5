import { Skeleton } from '#web/ui/skeleton.tsx'

const WIDTHS = ['w-64', 'w-48', 'w-56', 'w-52', 'w-60', 'w-44']

/** The skeleton of a list of rows. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <div data-loading role="status" aria-label={label} className="border-line border-t">
      {WIDTHS.map((width) => (
        <div key={width} className="flex h-12 items-center border-line border-b">
          <Skeleton className={`h-5 max-w-full ${width}`} />
        </div>
      ))}
    </div>
  )
}
