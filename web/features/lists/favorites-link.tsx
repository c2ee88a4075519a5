import { Link } from '@tanstack/react-router'
import { ChevronRight, Star } from 'lucide-react'
import { formatPeople } from '#web/lib/format.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'

/** The way to the people whom the account starred, with how many they are. */
export function FavoritesLink() {
  const { rows, absence } = useLiveQuery('candidates.starred', { limit: 1 }, { isDeferred: true })
  const total = rows[0]?.total ?? 0
  return (
    <Link
      to="/lists/favorites"
      className="mb-6 flex min-h-14 items-center gap-3 border-line border-y hover:bg-wash/60"
    >
      <Star aria-hidden className="size-4.5 text-muted" strokeWidth={1.75} />
      <span className="font-medium text-md">Favorites</span>{' '}
      <span className="text-muted text-sm tabular-nums">
        {(total > 0 || absence === 'none') && formatPeople(total)}
      </span>
      <ChevronRight aria-hidden className="ml-auto size-4 text-muted" />
    </Link>
  )
}
