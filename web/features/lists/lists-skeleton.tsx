import { Skeleton } from '#web/ui/skeleton.tsx'

/** The skeleton of the lists. */
export function ListsSkeleton() {
  return (
    <div data-loading role="status" aria-label="Loading lists" className="border-line border-t">
      {['w-64', 'w-48', 'w-56'].map((width) => (
        <div key={width} className="flex h-16 items-center border-line border-b">
          <Skeleton className={`h-6 max-w-full ${width}`} />
        </div>
      ))}
    </div>
  )
}
